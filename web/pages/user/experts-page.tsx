export function UserExpertsPage() {
  return <h1>Find your expert</h1>;
}
