import { productName } from '#shared/limits.ts';
import { LegalDialog, type LegalDialogProps, LegalSection } from './legal-document.tsx';

export function PrivacyDialog(props: LegalDialogProps) {
  return (
    <LegalDialog title="Privacy Policy" effective="Effective October 3, 2025" {...props}>
      <LegalSection title="1. What we collect">
        <ul>
          <li>Your phone number.</li>
          <li>Message content: what you write to an expert and what the expert answers.</li>
          <li>Account info: email address, name if you give one, plan and credits used.</li>
          <li>Device and carrier info that comes with a message or a visit.</li>
        </ul>
      </LegalSection>
      <LegalSection title="2. What we use it for">
        <p>
          To carry your messages, to have the expert answer them, to show you your conversations, to
          charge for plans, and to keep {productName} safe from abuse.
        </p>
      </LegalSection>
      <LegalSection title="3. Who else sees it">
        <p>
          We do not sell your data. The services that make {productName} work receive what they need
          and nothing more: the carrier of your message, the AI provider that writes the answer, and
          the payment provider. Phone numbers and consent to receive texts are not shared with
          anyone for their marketing.
        </p>
      </LegalSection>
      <LegalSection title="4. How long we keep it">
        <p>We keep your data while you use {productName}, or as long as the law requires.</p>
      </LegalSection>
      <LegalSection title="5. Children">
        <p>
          {productName} is not for children under 13, and we do not knowingly collect their data.
        </p>
      </LegalSection>
      <LegalSection title="6. Your choices">
        <p>
          Reply STOP to any text to receive no more. You can ask us for a copy of your data, or to
          correct or delete it.
        </p>
      </LegalSection>
    </LegalDialog>
  );
}
