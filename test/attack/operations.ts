import type { TestApp } from '../runtime.ts';

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
};
type Parameter = { name: string; in: 'path' | 'query'; schema: Schema };
export type Operation = {
  /** As in the API docs: `GET /api/threads/{id}/messages`. */
  call: string;
  method: Method;
  path: string;
  isPublic: boolean;
  parameters: Parameter[];
  body: { contentType: string; schema: Schema } | null;
};
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Described = {
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

export async function listOperations({ app }: TestApp): Promise<Operation[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json();
  return Object.entries<Record<string, Described>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { security, parameters = [], requestBody }]) => {
      const method = name.toUpperCase() as Method;
      const [body] = Object.entries(requestBody?.content ?? {});
      return {
        call: `${method} ${path}`,
        method,
        path,
        isPublic: security?.length === 0,
        parameters,
        body: body ? { contentType: body[0], schema: body[1].schema } : null,
      };
    }),
  );
}

export function fillPath(path: string, parameters: Record<string, string | number>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
