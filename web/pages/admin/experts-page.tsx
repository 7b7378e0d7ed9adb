export function AdminExpertsPage() {
  return <h1>Experts</h1>;
}
