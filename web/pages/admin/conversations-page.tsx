export function AdminConversationsPage() {
  return <h1>Conversations</h1>;
}
