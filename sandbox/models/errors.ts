export type ModelApiError = { status: number; headers: Record<string, string>; body: object };

type CommonKind =
  | 'key_invalid'
  | 'forbidden'
  | 'field_invalid'
  | 'model_unknown'
  | 'rate_limited'
  | 'server_error'
  | 'overloaded';

/** `{param}` stands for what the error is about. */
type Row = readonly [status: number, type: string, message: string, code?: string];

type Problem<Kind> = {
  kind: Kind;
  status: number;
  type: string;
  message: string;
  code: string | null;
  param: string;
};

const kindByStatus: Record<number, CommonKind> = {
  401: 'key_invalid',
  403: 'forbidden',
  404: 'model_unknown',
  429: 'rate_limited',
  503: 'overloaded',
  529: 'overloaded',
};

export function defineErrors<Kind extends string>(
  rows: Record<Kind, Row> & Record<CommonKind, Row>,
  toAnswer: (problem: Problem<Kind | CommonKind>) => Omit<ModelApiError, 'status'>,
) {
  const createError = (kind: Kind | CommonKind, param = ''): ModelApiError => {
    const [status, type, template, code = null] = rows[kind];
    const message = template.replace('{param}', param);
    return { status, ...toAnswer({ kind, status, type, message, code, param }) };
  };
  const failWith = (status: number, model: string): ModelApiError => {
    const kind = kindByStatus[status] ?? (status >= 500 ? 'server_error' : 'field_invalid');
    if (kind === 'field_invalid') return { ...createError(kind, 'model'), status };
    const error = createError(kind, kind === 'key_invalid' ? 'sk-…' : model);
    // Google answers 400 to a wrong key.
    return kind === 'key_invalid' ? error : { ...error, status };
  };
  return { createError, failWith };
}
