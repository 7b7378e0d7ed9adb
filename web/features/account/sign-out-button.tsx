import { LogOut } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { useLogout } from '#web/session/session-mutations.ts';

export function SignOutButton() {
  const logout = useLogout();
  return (
    <Button
      variant="outline"
      size="large"
      className="max-sm:w-full"
      disabled={logout.isPending}
      onClick={() => logout.mutate()}
    >
      <LogOut aria-hidden />
      {logout.isPending ? 'Signing out...' : 'Sign Out'}
    </Button>
  );
}
