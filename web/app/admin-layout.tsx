import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { productName } from '#shared/limits.ts';
import { PrivacyLink, TermsLink } from '#web/components/legal-links.tsx';
import { Logo } from '#web/components/logo.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Tooltip, TooltipProvider } from '#web/components/ui/tooltip.tsx';
import { PauseBar } from '#web/features/restore/pause-bar.tsx';
import { useCompactDensity } from '#web/lib/use-density.ts';
import { useLogout } from '#web/session/session-mutations.ts';
import { StepUp } from '#web/session/step-up.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import { CrisisBar } from './crisis-bar.tsx';
import { Main, SkipLink } from './main-region.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { NavLink } from './nav-link.tsx';
import { listMenu } from './pages.ts';
import { useCrises } from './use-crises.ts';

export function AdminLayout({ children }: { children: ReactNode }) {
  useCompactDensity();
  return (
    <TooltipProvider>
      <SkipLink />
      <StepUp />
      <div className="flex h-below-notice flex-col short:h-auto short:min-h-below-notice md:flex-row">
        <aside className="hidden w-56 shrink-0 flex-col border-r bg-sunken short:sticky short:top-(--notice) short:h-below-notice md:flex">
          <Sidebar />
        </aside>
        <header className="flex h-14 shrink-0 items-center gap-2 border-b px-2 md:hidden">
          <MenuDrawer>{(close) => <Sidebar onPick={close} />}</MenuDrawer>
          <HomeLink />
        </header>
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <CrisisBar />
          <PauseBar />
          <Main className="min-h-0 min-w-0 flex-1 overflow-y-auto short:overflow-visible">
            {children}
          </Main>
        </div>
      </div>
    </TooltipProvider>
  );
}

function HomeLink({ onPick }: { onPick?: () => void }) {
  return (
    <Link href="/" onClick={onPick} className="flex min-h-11 min-w-0 items-center rounded-control">
      <Logo name={productName} />
    </Link>
  );
}

function Sidebar({ onPick }: { onPick?: () => void }) {
  const [path] = useLocation();
  const { role } = useCurrentUser();
  const crises = useCrises().length;
  return (
    <>
      <div className="flex h-16 shrink-0 items-center px-5">
        <HomeLink onPick={onPick} />
      </div>
      <nav aria-label="Main" className="grid flex-1 content-start gap-1 overflow-y-auto px-3">
        {listMenu(role).map((page) => (
          <NavLink
            key={page.path}
            page={page}
            address={path}
            onPick={onPick}
            crises={page.path === '/' ? crises : 0}
          />
        ))}
      </nav>
      <SidebarFooter />
    </>
  );
}

function SidebarFooter() {
  const { email } = useCurrentUser();
  const logout = useLogout();
  return (
    <div className="mx-3 grid grid-cols-1 gap-3 border-t px-2 py-4">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1 leading-snug">
          <div className="truncate font-semibold" title={email}>
            {email}
          </div>
          <div className="text-muted text-sm">Pro Plan</div>
        </div>
        <Tooltip text="Log out">
          <Button
            variant="ghost"
            size="icon"
            aria-label="Log out"
            className="text-muted"
            disabled={logout.isPending}
            onClick={() => logout.mutate()}
          >
            <LogOut aria-hidden />
          </Button>
        </Tooltip>
      </div>
      <div className="flex gap-3 text-muted text-sm">
        <TermsLink />
        <PrivacyLink />
      </div>
    </div>
  );
}
