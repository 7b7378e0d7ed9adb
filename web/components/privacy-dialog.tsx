import { productName, unprovedDays } from '#shared/limits.ts';
import { LegalDialog, type LegalDialogProps, LegalSection } from './legal-document.tsx';

export function PrivacyDialog(props: LegalDialogProps) {
  return (
    <LegalDialog title="Privacy Policy" effective="Effective October 3, 2025" {...props}>
      <LegalSection title="1. What we collect">
        <ul>
          <li>
            <strong>Phone number</strong>, and the proof that it is yours.
          </li>
          <li>
            <strong>Message content</strong>: what you write to an expert and what the expert
            answers.
          </li>
          <li>
            <strong>Account info</strong>: email address, name if you give one, plan, and credits
            used.
          </li>
          <li>
            <strong>Device and carrier info</strong> that comes with a message or a visit, such as
            the carrier, the kind of browser and the network address.
          </li>
          <li>Your consent to receive texts: its wording, when you gave it, and from where.</li>
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
          the payment provider. The people who run {productName} can read conversations to help when
          something went wrong. Phone numbers and consent to receive texts are not shared with
          anyone for their marketing.
        </p>
      </LegalSection>
      <LegalSection title="4. How long we keep it">
        <p>We keep your data while you use {productName}, or as long as the law requires.</p>
      </LegalSection>
      <LegalSection title="5. How we protect it">
        <p>
          Connections are encrypted. Passwords are stored so that no one can read them, and the
          conversations of a phone number are shown only after a text from that phone has verified
          it.
        </p>
      </LegalSection>
      <LegalSection title="6. Cookies">
        <p>
          We set none. Your browser stores your session token until you log out, a token by which we
          tell it from other browsers when you sign in, how you like this site to look and to alert
          you, where you last were in it, and what you have begun to write. Clear the site's data in
          your browser to remove them.
        </p>
      </LegalSection>
      <LegalSection title="7. Children">
        <p>
          {productName} is not for children under 13, and we do not knowingly collect their data.
        </p>
      </LegalSection>
      <LegalSection title="8. Your choices">
        <p>
          Reply STOP to any text to get no more from that expert, or STOPALL to get none of ours. In
          Settings you correct your name, number and email, download a copy of your data, and delete
          your account with all conversations; the text FORGET ME deletes them, too. What stays are
          the records of payments and messages used, without your name, and that a number must not
          be texted. An account that has proved no phone and no mailbox, and has paid and texted
          nothing, is deleted after {unprovedDays} days.
        </p>
      </LegalSection>
      <LegalSection title="9. Changes">
        <p>If this policy changes in a way that matters we tell you before it takes effect.</p>
      </LegalSection>
    </LegalDialog>
  );
}
