import { productName } from '#shared/limits.ts';
import { LegalDialog, type LegalDialogProps, LegalSection } from './legal-document.tsx';

export function TermsDialog(props: LegalDialogProps) {
  return (
    <LegalDialog title="Terms of Service" effective="Effective October 3, 2025" {...props}>
      <LegalSection title="1. The service">
        <p>
          {productName} lets you chat with AI experts by text message (SMS, Apple Messages for
          Business or WhatsApp) and read your conversations on this website. By creating an account
          or texting an expert you accept these terms.
        </p>
      </LegalSection>
      <LegalSection title="2. Text messages">
        <ul>
          <li>You consent to receive recurring SMS messages from {productName}.</li>
          <li>You get one reply per message sent.</li>
          <li>
            Besides the replies you get up to 5 system messages per month, such as confirmations and
            notices about your account.
          </li>
          <li>Message and data rates may apply. Your carrier sets them.</li>
          <li>Consent is not a condition of purchase.</li>
          <li>Carriers are not liable for delayed or undelivered messages.</li>
        </ul>
      </LegalSection>
      <LegalSection title="3. Stopping and getting help">
        <p>
          Reply <strong>STOP</strong> to any of our messages to opt out of that expert's texts, or{' '}
          <strong>STOPALL</strong> to opt out of all of ours; Settings has a button for that, too.
          You get one confirmation and nothing after it. START opts you in again, for the expert you
          send it to. Reply <strong>HELP</strong> for help.
        </p>
      </LegalSection>
      <LegalSection title="4. Your account">
        <ul>
          <li>You must be at least 13 years old.</li>
          <li>
            You may only register a phone number that is yours. Numbers from the United States (+1)
            and the United Kingdom (+44) are supported.
          </li>
          <li>
            Keep your password to yourself. You are responsible for what is done with your account.
          </li>
          <li>The free trial is for new people: once per person and phone number.</li>
        </ul>
      </LegalSection>
      <LegalSection title="5. AI answers">
        <p>
          Experts are AI systems. Their answers can be incomplete or wrong and are not medical,
          legal or financial advice. Check what matters before you act on it. In an emergency call
          your local emergency number. For what experts are, and what happens in a crisis, see{' '}
          <a href="/safety" className="underline underline-offset-2">
            Safety
          </a>
          .
        </p>
      </LegalSection>
      <LegalSection title="6. Plans and payment">
        <ul>
          <li>Messages are sold as credits or subscriptions; the price is shown before you pay.</li>
          <li>One reply uses one credit. A reply that could not be delivered gives it back.</li>
          <li>
            Payments are taken on the page of our payment provider. We never see your card number.
          </li>
          <li>
            A subscription renews until you cancel it, and stays usable until the end of the period
            you paid for.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="7. Fair use">
        <p>
          Do not use {productName} for anything unlawful, to harass others, to send other people's
          secrets, or to overload the service. We may pause an account that does.
        </p>
      </LegalSection>
      <LegalSection title="8. Your content">
        <p>
          What you write stays yours. You let us carry it, store it and have it answered, and
          nothing else; the Privacy Policy says how.
        </p>
      </LegalSection>
      <LegalSection title="9. No other promises">
        <p>
          We work to keep {productName} running but offer it as it is. As far as the law allows we
          are not liable for the results of an answer, or of a text that arrived late or not at all.
        </p>
      </LegalSection>
      <LegalSection title="10. Ending and changes">
        <p>
          You can stop at any time: text STOPALL, cancel your plan, or delete your account in
          Settings. If these terms change in a way that matters we tell you before the change takes
          effect.
        </p>
      </LegalSection>
    </LegalDialog>
  );
}
