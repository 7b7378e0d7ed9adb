import { Suspense, useState } from 'react';
import { sampleTalk } from '#shared/sample-talk.ts';
import { SupportLink } from '#web/branding/support-link.tsx';
import { useBranding } from '#web/branding/use-branding.ts';
import { PrivacyLink, TermsLink } from '#web/components/legal-links.tsx';
import { Logo } from '#web/components/logo.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx';
import { lazyPage } from '#web/lib/lazy-page.ts';
import { useCompactDensity } from '#web/lib/use-density.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { ForgotPasswordLink } from '#web/session/forgot-password-link.tsx';
import { LoginForm } from '#web/session/login-form.tsx';

const SignUpForm = lazyPage(() =>
  import('#web/session/sign-up-form.tsx').then((module) => module.SignUpForm),
);

const DemoLogins = lazyPage(() =>
  import('#web/session/demo-logins.tsx').then((module) => module.DemoLogins),
);

export function LoginPage() {
  const [tab, setTab] = useState('login');
  const [email, setEmail] = useState('');
  const { isWhiteLabel, sandbox } = useBranding();
  const demo = sandbox?.demo;
  const tabTitle = tab === 'login' ? 'Login' : 'Sign Up';
  usePageTitle(isWhiteLabel ? null : tabTitle);
  useCompactDensity();
  return (
    <div className="grid min-h-below-notice grid-cols-1 grid-rows-[auto_1fr] lg:grid-cols-2 lg:grid-rows-1">
      <BrandPanel />
      <main className="flex justify-center px-5 py-8 lg:pt-[clamp(2rem,20dvh,15rem)]">
        <div className="w-full max-w-[23.75rem]">
          <Tabs value={tab} onValueChange={setTab}>
            <TabsList>
              <TabsTrigger value="login">Login</TabsTrigger>
              <TabsTrigger
                value="sign-up"
                onPointerEnter={SignUpForm.preload}
                onFocus={SignUpForm.preload}
              >
                Sign Up
              </TabsTrigger>
            </TabsList>
            <TabsContent value="login" className="mt-6 grid grid-cols-1 gap-6">
              <h1 className="font-display font-semibold text-3xl">Welcome back</h1>
              <LoginForm onEmail={setEmail} />
              <ForgotPasswordLink email={email} />
            </TabsContent>
            <TabsContent value="sign-up" className="mt-6 grid grid-cols-1 gap-6">
              <h1 className="font-display font-semibold text-3xl">Create your account</h1>
              <Suspense fallback={<FormSkeleton />}>
                <SignUpForm />
              </Suspense>
            </TabsContent>
          </Tabs>
          <p className="mt-5 text-center text-muted text-sm">
            By continuing you agree to the <TermsLink>Terms of Service</TermsLink> and{' '}
            <PrivacyLink>Privacy Policy</PrivacyLink>
          </p>
          <div className="mt-2 text-center text-muted text-sm empty:hidden">
            <SupportLink />
          </div>
          {/* Last, because it loads later and would push the rest down. */}
          {demo && tab === 'login' && !isWhiteLabel && (
            <Suspense fallback={null}>
              <DemoLogins {...demo} />
            </Suspense>
          )}
        </div>
      </main>
    </div>
  );
}

function BrandPanel() {
  const { siteName, siteTagline, imageUrl, isWhiteLabel } = useBranding();
  return (
    <header className="flex flex-col gap-4 bg-wall px-5 py-6 text-wall-foreground lg:sticky lg:top-(--notice) lg:h-below-notice lg:p-14">
      <Logo name={siteName} imageUrl={imageUrl} tone="wall" />
      <div className="max-w-lg lg:my-auto">
        <p
          dir="auto"
          className="text-balance font-display font-medium text-[1.75rem] leading-[1.1] lg:text-[clamp(2.5rem,3.6vw,3.5rem)]"
        >
          {siteTagline}
        </p>
        <p className="mt-3 text-lg max-lg:hidden">
          Chat with AI experts from the phone you already have. No app.
        </p>
      </div>
      {!isWhiteLabel && <SampleAnswer />}
    </header>
  );
}

/** On white-label sites the expert may know nothing about rice. */
function SampleAnswer() {
  return (
    <div className="grid max-w-[27rem] justify-items-start gap-1.5 max-lg:hidden">
      <p className="rounded-bubble rounded-bl-speaker bg-wall-foreground/12 px-3.5 py-2">
        {sampleTalk.question}
      </p>
      <p className="rounded-bubble rounded-br-speaker bg-wall-foreground px-3.5 py-2 text-wall">
        {sampleTalk.answer}
      </p>
    </div>
  );
}

function FormSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading...</span>
      {['email', 'phone', 'name', 'password', 'confirm'].map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-(--control)" />
        </div>
      ))}
    </div>
  );
}
