import { PrivacyLink, TermsLink } from '#web/components/legal-links.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/components/ui/tabs.tsx';
import { useCompactDensity } from '#web/lib/use-density.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { LoginForm } from '#web/session/login-form.tsx';

export function LoginPage() {
  usePageTitle('Login');
  useCompactDensity();
  return (
    <main className="mx-auto max-w-sm p-6">
      <Tabs defaultValue="login">
        <TabsList>
          <TabsTrigger value="login">Login</TabsTrigger>
          <TabsTrigger value="sign-up">Sign Up</TabsTrigger>
        </TabsList>
        <TabsContent value="login">
          <LoginForm />
        </TabsContent>
      </Tabs>
      <TermsLink /> <PrivacyLink />
    </main>
  );
}
