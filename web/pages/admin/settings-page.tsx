import { Alerts } from '#web/features/account/alerts.tsx';
import { Appearance } from '#web/features/account/appearance.tsx';
import { DeskHabits } from '#web/features/account/desk-habits.tsx';
import { Installation } from '#web/features/account/installation.tsx';
import { Phones } from '#web/features/account/phones.tsx';
import { ProfileForm } from '#web/features/account/profile-form.tsx';
import { SafetyReport } from '#web/features/account/safety-report.tsx';
import { SecondFactor } from '#web/features/account/second-factor.tsx';
import { Sessions } from '#web/features/account/sessions.tsx';
import { SettingsSection } from '#web/features/account/settings-section.tsx';
import { SignIn } from '#web/features/account/sign-in.tsx';
import { YourData } from '#web/features/account/your-data.tsx';
import { TeamAlerts } from '#web/features/alerts/team-alerts.tsx';
import { ScriptTokens } from '#web/features/knowledge/tokens/script-tokens.tsx';
import { ProductVersion } from '#web/features/setup/product-version.tsx';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { useIsAdmin } from '#web/session/roles.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { AdminPageHeader } from './page-header.tsx';

const toasts = { saved: 'Settings updated', failed: 'Failed to update settings' };

export function AdminSettingsPage() {
  usePageTitle('Settings');
  const { email } = useCurrentUser();
  const isForAdmin = useIsAdmin();
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-5 px-4 py-6 sm:px-8">
      <AdminPageHeader title="Settings" description="Your own account." />
      <div>
        <SettingsSection title="Profile" description="Your name and how to reach you.">
          <ProfileForm toasts={toasts} />
        </SettingsSection>
        <SettingsSection title="Appearance" description="Saved on this device.">
          <Appearance />
        </SettingsSection>
        <SettingsSection
          title="Alerts"
          description="When someone wants a person. Saved on this device."
        >
          <Alerts />
        </SettingsSection>
        <SettingsSection title="Conversations" description="Saved on this device.">
          <DeskHabits />
        </SettingsSection>
        {isForAdmin && (
          <SettingsSection
            title="Alerts to the team"
            description="Who is told when something is wrong, with or without this page open."
          >
            <TeamAlerts />
          </SettingsSection>
        )}
        <SettingsSection title="Sign-in" description={`Signed in as ${email}`}>
          <SignIn />
        </SettingsSection>
        <SettingsSection
          title="Second factor"
          description="A code from your phone, in addition to your password."
        >
          <SecondFactor />
        </SettingsSection>
        <SettingsSection title="Devices" description="Where you are signed in.">
          <Sessions />
        </SettingsSection>
        <SettingsSection title="Phones" description="Phones attached to your account.">
          <Phones />
        </SettingsSection>
        {isForAdmin && (
          <SettingsSection
            title="Tokens for scripts"
            description="For scripts that add documents to experts."
          >
            <ScriptTokens />
          </SettingsSection>
        )}
        {isForAdmin && (
          <SettingsSection
            title="Installation"
            description="Whether everything that Sagewire needs works."
          >
            <Installation />
          </SettingsSection>
        )}
        {isForAdmin && (
          <SettingsSection title="Safety report" description="The yearly count of crises.">
            <SafetyReport />
          </SettingsSection>
        )}
        {isForAdmin && (
          <SettingsSection title="Version" description="What runs on this server.">
            <ProductVersion />
          </SettingsSection>
        )}
        <SettingsSection title="Your data" description="What we store about you.">
          <YourData />
        </SettingsSection>
      </div>
    </div>
  );
}
