import { productName } from '#shared/limits.ts';
import { Logo } from '#web/components/logo.tsx';
import { TooltipProvider } from '#web/components/ui/tooltip.tsx';
import { SecondFactor } from '#web/features/account/second-factor.tsx';
import { SignOutButton } from '#web/features/account/sign-out-button.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';

export function SecondFactorPage() {
  usePageTitle('Second factor');
  return (
    <TooltipProvider>
      <main className="mx-auto grid min-h-dvh max-w-md content-center gap-6 px-4 py-10">
        <Logo name={productName} />
        <div className="grid gap-2">
          <h1 className="font-display font-semibold text-3xl">Set up a second factor</h1>
          <p className="text-muted">
            Admins need one here. Everything else opens once it is set up.
          </p>
        </div>
        <SecondFactor />
        <div className="border-t pt-6">
          <SignOutButton />
        </div>
      </main>
    </TooltipProvider>
  );
}
