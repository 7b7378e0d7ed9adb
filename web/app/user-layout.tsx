import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useRoute } from 'wouter';
import { SupportLink } from '#web/branding/support-link.tsx';
import { useBranding } from '#web/branding/use-branding.ts';
import { PrivacyLink, TermsLink } from '#web/components/legal-links.tsx';
import { Logo } from '#web/components/logo.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmEmail } from '#web/features/account/confirm-email.tsx';
import { cn } from '#web/lib/cn.ts';
import { countCreditsLeft } from '#web/session/credits.ts';
import { useLogout } from '#web/session/session-mutations.ts';
import { StepUp } from '#web/session/step-up.tsx';
import { useCurrentUser } from '#web/session/use-session.ts';
import { Main, SkipLink } from './main-region.tsx';
import { MenuDrawer } from './menu-drawer.tsx';
import { NavLink } from './nav-link.tsx';
import { findPage, listMenu } from './pages.ts';
import { PhoneLossNotice } from './phone-loss-notice.tsx';

const preloadPage = (path: string) => findPage(path)?.page.preload();

export function UserLayout({ children }: { children: ReactNode }) {
  const [isThread] = useRoute('/threads/:threadId');
  return (
    <>
      <SkipLink />
      <StepUp />
      <div
        className={cn(
          'flex min-h-below-notice flex-col',
          isThread && 'h-below-notice short:h-auto',
        )}
      >
        <Header />
        <ConfirmEmail />
        <PhoneLossNotice />
        <Main
          className={cn('flex-1', isThread && 'min-h-0 overflow-hidden short:overflow-visible')}
        >
          {children}
        </Main>
        {!isThread && (
          <footer className="mx-auto flex w-full max-w-5xl justify-center gap-3 border-t px-4 py-2.5 text-muted text-sm [&>*]:inline-flex [&>*]:min-h-11 [&>*]:items-center [&>*]:px-1">
            <TermsLink />
            <PrivacyLink />
            <SupportLink />
          </footer>
        )}
      </div>
    </>
  );
}

function Header() {
  const { siteName, imageUrl } = useBranding();
  return (
    <header className="@container sticky top-(--notice) z-30 shrink-0 border-b bg-background short:static">
      {/* Wraps with large text on a phone. */}
      <div className="mx-auto flex min-h-14 max-w-5xl @max-xs:flex-wrap items-center gap-1 px-2 sm:px-4">
        <MenuDrawer>{(close) => <UserMenu onClose={close} />}</MenuDrawer>
        <Link
          href="/user/experts"
          className="@max-xs:order-last flex min-h-11 min-w-0 @max-xs:w-full items-center rounded-control px-1"
          onPointerEnter={() => preloadPage('/user/experts')}
        >
          <Logo name={siteName} imageUrl={imageUrl} />
        </Link>
        <Credits />
      </div>
    </header>
  );
}

const fewMessages = 2;

function Credits() {
  const left = countCreditsLeft(useCurrentUser());
  const isLow = left !== null && left <= fewMessages;
  return (
    <Link
      href="/user/subscription"
      className="ml-auto flex min-h-11 shrink-0 items-center rounded-control px-1"
      onPointerEnter={() => preloadPage('/user/subscription')}
    >
      <span
        aria-hidden
        className={cn(
          'rounded-full px-2.5 py-1 font-semibold text-sm',
          isLow ? 'bg-accent-soft text-accent' : 'bg-secondary text-secondary-muted',
        )}
      >
        {left === null ? 'Unlimited messages' : `${left} left`}
      </span>
      <span className="sr-only">
        {left === null
          ? 'Unlimited messages.'
          : `${left} ${left === 1 ? 'message' : 'messages'} left.`}{' '}
        Plans
      </span>
    </Link>
  );
}

function UserMenu({ onClose }: { onClose: () => void }) {
  const [path] = useLocation();
  const user = useCurrentUser();
  const logout = useLogout();
  const { siteName, imageUrl } = useBranding();
  return (
    <>
      <div className="flex min-h-14 shrink-0 items-center border-b py-1 pr-14 pl-5">
        <Logo name={siteName} imageUrl={imageUrl} />
      </div>
      <nav
        aria-label="Main"
        className="grid flex-1 grid-cols-1 content-start gap-1 overflow-y-auto p-3"
      >
        {listMenu('USER').map((page) => (
          <NavLink key={page.path} page={page} address={path} onPick={onClose} />
        ))}
      </nav>
      <div className="grid gap-2 border-t p-3">
        <div className="px-2.5 text-muted text-sm wrap-anywhere">{user.email}</div>
        <Button
          variant="ghost"
          className="justify-start gap-3 px-2.5 font-medium text-muted"
          disabled={logout.isPending}
          onClick={() => logout.mutate()}
        >
          <LogOut aria-hidden />
          Log out
        </Button>
      </div>
    </>
  );
}
