export function UserConversationsPage() {
  return <h1>Conversations</h1>;
}
