export function AdminProvidersPage() {
  return <h1>Providers</h1>;
}
