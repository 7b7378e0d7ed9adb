import { productName } from '#shared/limits.ts';
import { LegalDialog, type LegalDialogProps, LegalSection } from './legal-document.tsx';

export function TermsDialog(props: LegalDialogProps) {
  return (
    <LegalDialog title="Terms of Service" effective="Effective October 3, 2025" {...props}>
      <LegalSection title="1. The service">
        <p>
          {productName} lets you chat with AI experts by text message (SMS, Apple Messages for
          Business or WhatsApp) and read your conversations on this website. By creating an account
          you accept these terms.
        </p>
      </LegalSection>
      <LegalSection title="2. Text messages">
        <ul>
          <li>You consent to receive recurring text messages from {productName}.</li>
          <li>You receive one reply per message you send.</li>
          <li>
            Besides the replies you receive up to 5 system messages per month, such as confirmations
            and notices about your account.
          </li>
          <li>Message and data rates may apply. Your carrier sets them.</li>
          <li>Consent is not a condition of purchase.</li>
          <li>Carriers are not liable for delayed or undelivered messages.</li>
        </ul>
      </LegalSection>
      <LegalSection title="3. Stopping and getting help">
        <p>
          Reply <strong>STOP</strong> to any of our messages to opt out; you get one confirmation
          and nothing after it. Reply <strong>HELP</strong> for help.
        </p>
      </LegalSection>
      <LegalSection title="4. Phone numbers">
        <p>
          You may only register a phone number that is yours. Numbers from the United States (+1)
          and the United Kingdom (+44) are supported.
        </p>
      </LegalSection>
      <LegalSection title="5. AI answers">
        <p>
          Experts are AI systems. Their answers can be incomplete or wrong and are not medical,
          legal or financial advice. Check what matters before you act on it. In an emergency call
          your local emergency number.
        </p>
      </LegalSection>
      <LegalSection title="6. Plans and payment">
        <p>
          Messages are sold as credits or subscriptions. Payments are taken on the page of our
          payment provider; we never see your card number. A subscription renews until you cancel it
          and stays usable until the end of the period you paid for.
        </p>
      </LegalSection>
      <LegalSection title="7. Fair use">
        <p>
          Do not use {productName} for anything unlawful, to harass others, or to overload the
          service. We may pause an account that does.
        </p>
      </LegalSection>
      <LegalSection title="8. Changes">
        <p>
          If these terms change in a way that matters we tell you before the change takes effect.
        </p>
      </LegalSection>
    </LegalDialog>
  );
}
