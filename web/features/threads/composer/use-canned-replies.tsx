import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react';
import type { CannedReply } from '#shared/api/canned-replies.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { useDialogAddress } from '#web/lib/use-dialog-address.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { cannedRepliesQuery } from './canned-api.ts';
import { CannedList } from './canned-list.tsx';
import { type CannedNames, fillIn } from './fill-canned.ts';

const CannedDialog = lazy(async () => ({
  default: (await import('./canned-dialog.tsx')).CannedDialog,
}));

type Options = {
  isEnabled: boolean;
  text: string;
  write: (text: string) => void;
  countsSegments: boolean;
  names: CannedNames;
};

/** A text that begins with / filters the canned replies. */
export function useCannedReplies({ isEnabled, text, write, countsSegments, names }: Options) {
  const listId = useId();
  const isAdmin = useIsAdmin();
  const { value, open, close } = useDialogAddress('manage');
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const [chosen, setChosen] = useState({ text: '', index: 0 });
  const isAsked = isEnabled && /^\/[^\n]*$/.test(text) && closedAt !== text;
  const { data } = useQuery({ ...cannedRepliesQuery, enabled: isAsked });
  // Filled in already, so that the list shows what will be written.
  const all = (data?.cannedReplies ?? []).map((reply) => ({
    ...reply,
    text: fillIn(reply.text, names),
  }));
  const found = filterReplies(all, text.slice(1));
  // Without a match it is a text like any other.
  const isOpen = isAsked && data !== undefined && (found.length > 0 || all.length === 0);
  const index = Math.min(chosen.text === text ? chosen.index : 0, found.length - 1);

  const insert = (reply: CannedReply) => write(reply.text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || isComposing(event)) return;
    const reply = found[index];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') setClosedAt(text);
    else if (step) setChosen({ text, index: (index + step + found.length) % found.length });
    else if ((event.key === 'Enter' || event.key === 'Tab') && reply && !event.shiftKey) {
      insert(reply);
    } else return;
    event.preventDefault();
  };
  const manage = () => {
    // An open list would take the keys of the page.
    setClosedAt(text);
    open('canned-replies');
  };
  const list = isOpen && (
    <CannedList
      id={listId}
      replies={found}
      index={index}
      countsSegments={countsSegments}
      onChoose={insert}
      onManage={isAdmin ? manage : null}
    />
  );
  const dialog = isEnabled && isAdmin && value === 'canned-replies' && (
    <Suspense>
      <CannedDialog onClose={close} />
    </Suspense>
  );
  const connection = {
    'aria-haspopup': 'listbox',
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    'aria-activedescendant': isOpen && found.length > 0 ? `${listId}-${index}` : undefined,
  } as const;
  // The dialog's form must be outside the composer's, because React bubbles its submit event.
  return { list, dialog, onKeyDown, fieldProps: isOpen ? connection : {} };
}

function filterReplies(replies: CannedReply[], typed: string): CannedReply[] {
  const wanted = typed.trim().toLowerCase();
  const begins = ({ name }: CannedReply) => name.toLowerCase().startsWith(wanted);
  const contains = ({ name, text }: CannedReply) =>
    `${name}\n${text}`.toLowerCase().includes(wanted);
  return [...replies.filter(begins), ...replies.filter((one) => !begins(one) && contains(one))];
}
