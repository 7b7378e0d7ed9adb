import { Link } from 'wouter';
import { Button } from '#web/components/ui/button.tsx';
import { Appearance } from '#web/features/account/appearance.tsx';
import { Phones } from '#web/features/account/phones.tsx';
import { ProfileForm } from '#web/features/account/profile-form.tsx';
import { Sessions } from '#web/features/account/sessions.tsx';
import { SettingsSection } from '#web/features/account/settings-section.tsx';
import { SignIn } from '#web/features/account/sign-in.tsx';
import { StopTexts } from '#web/features/account/stop-texts.tsx';
import { YourData } from '#web/features/account/your-data.tsx';
import { Usage } from '#web/features/billing/usage.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useCurrentUser } from '#web/session/use-session.ts';

const toasts = { saved: 'Profile updated', failed: 'Update failed' };

export function UserSettingsPage() {
  usePageTitle('Settings');
  const user = useCurrentUser();
  return (
    <div className="mx-auto max-w-4xl px-4 py-6 sm:py-10">
      <h1 className="mb-6 font-display font-semibold text-3xl">Settings</h1>
      <SettingsSection title="Profile" description="How experts reach you and what they call you.">
        <ProfileForm toasts={toasts} />
      </SettingsSection>
      <SettingsSection title="Plan" description="Your plan and the messages left.">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <Usage user={user} />
          <Button asChild variant="outline" size="large" className="max-sm:w-full">
            <Link href="/user/subscription">See plans</Link>
          </Button>
        </div>
      </SettingsSection>
      <SettingsSection title="Appearance" description="Saved on this device.">
        <Appearance />
      </SettingsSection>
      <SettingsSection title="Sign-in" description={`Signed in as ${user.email}`}>
        <SignIn />
      </SettingsSection>
      <SettingsSection title="Devices" description="Where you are signed in.">
        <Sessions />
      </SettingsSection>
      <SettingsSection title="Phones" description="Phones that can use your credits.">
        <Phones />
      </SettingsSection>
      <SettingsSection title="Texts" description="What experts send to your phone.">
        <StopTexts />
      </SettingsSection>
      <SettingsSection title="Your data" description="What we store about you.">
        <YourData />
      </SettingsSection>
    </div>
  );
}
