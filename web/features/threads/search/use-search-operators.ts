import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ThreadScope } from '#web/links/thread-scope.ts';
import { threadExpertsQuery } from '../known/threads-api.ts';
import { labelsQuery } from '../labels/labels-api.ts';
import { assigneesQuery } from '../takeover/takeover-api.ts';
import {
  hasOpenOperator,
  listOperatorNames,
  type NameLists,
  readOperators,
} from './search-operators.ts';

type Search = {
  text: string;
  setText: (text: string) => void;
  scope: ThreadScope | null;
  setScope: (scope: ThreadScope | null) => void;
};

/** Turns typed operators into filters: at the space behind one, or by Enter. */
export function useSearchOperators({ text, setText, scope, setScope }: Search) {
  const [finalText, setFinalText] = useState<string | null>(null);
  const lists = useNameLists(text);
  const isFinal = text === finalText;
  const read = useMemo(
    () => readOperators(text, { scope, lists, isFinal }),
    [text, scope, lists, isFinal],
  );
  useEffect(() => {
    if (!read.isRead) return;
    setText(read.text);
    setScope(read.scope);
  }, [read, setText, setScope]);
  /** @returns false if no operator was open. */
  const end = () => {
    if (!hasOpenOperator(text)) return false;
    setFinalText(text);
    return true;
  };
  return { note: read.note, end };
}

function useNameLists(text: string): NameLists {
  const names = listOperatorNames(text);
  const { data: experts } = useQuery({ ...threadExpertsQuery, enabled: names.includes('expert') });
  const { data: labels } = useQuery({ ...labelsQuery, enabled: names.includes('label') });
  const { data: team } = useQuery({ ...assigneesQuery, enabled: names.includes('assigned') });
  return useMemo(
    () => ({
      experts: experts?.experts.map(({ id, displayName }) => ({ id, name: displayName })),
      labels: labels?.labels,
      team: team?.assignees,
    }),
    [experts, labels, team],
  );
}
