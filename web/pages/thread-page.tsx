export function ThreadPage({ threadId }: { threadId: string }) {
  return <h1>{threadId}</h1>;
}
