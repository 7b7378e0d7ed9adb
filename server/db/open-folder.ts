import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Creates the database if missing. */
export function openFolder(path: string): Promise<PGlite> {
  return PGlite.create({ fs: new PrivateFiles(path) });
}

type SetAttributes = (node: unknown, attributes: { mode?: number }) => void;
type NodeFiles = { node_ops: { setattr: SetAttributes }; stream_ops: { setattr?: SetAttributes } };

const ofOthers = 0o077;

/** The umask is not enough: PGlite itself makes files readable by all. */
class PrivateFiles extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    const hide = (module: unknown) => hideFiles((module as { NODEFS: NodeFiles }).NODEFS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [hide, ...preRun] } };
  }
}

function hideFiles({ node_ops, stream_ops }: NodeFiles): void {
  for (const operations of [node_ops, stream_ops]) {
    const { setattr } = operations;
    if (!setattr) continue;
    operations.setattr = (node, { mode, ...others }) =>
      setattr(node, { ...others, ...(mode !== undefined && { mode: mode & ~ofOthers }) });
  }
}
