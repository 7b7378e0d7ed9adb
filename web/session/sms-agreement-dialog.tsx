import { type ComponentProps, useRef, useState } from 'react';
import { productName } from '#shared/limits.ts';
import { smsAgreementPoints } from '#shared/sms-agreement.ts';
import { PrivacyLink, TermsLink } from '#web/components/legal-links.tsx';
import { ProvidedBy } from '#web/components/provided-by.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { Dialog, DialogClose, DialogContent } from '#web/components/ui/dialog.tsx';
import { useSiteName } from '#web/lib/site-name.ts';
import { toast } from '#web/lib/toast.ts';

const consentMissing = 'Please check the box to agree to receive text messages';

/** No account is created, and no text is sent, before this box is checked. */
export function SmsAgreementDialog({
  phone,
  isOpen,
  isPending,
  onOpenChange,
  onAgree,
  findGoal,
}: {
  phone: string;
  isOpen: boolean;
  isPending: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onAgree: () => void;
} & Pick<ComponentProps<typeof DialogContent>, 'findGoal'>) {
  const siteName = useSiteName();
  const [hasAgreed, setHasAgreed] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const checkbox = useRef<HTMLButtonElement>(null);

  const create = () => {
    if (hasAgreed) return onAgree();
    setIsMissing(true);
    checkbox.current?.focus();
    toast({ title: 'Consent required', description: consentMissing, variant: 'destructive' });
  };
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        findGoal={findGoal}
        title="SMS Agreement"
        description={`${siteName} answers by text message, so we need your consent.`}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button onClick={create} disabled={isPending}>
              {isPending ? 'Creating account...' : 'Create Account'}
            </Button>
          </>
        }
      >
        <AgreementText phone={phone} />
        <label
          htmlFor="sms-consent"
          className="mt-5 flex cursor-pointer flex-wrap items-start gap-3 rounded-control border bg-background p-4"
        >
          <Checkbox
            ref={checkbox}
            id="sms-consent"
            className="mt-0.5"
            checked={hasAgreed}
            required
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? 'sms-consent-error' : undefined}
            onCheckedChange={(checked) => {
              setHasAgreed(checked === true);
              setIsMissing(false);
            }}
          />
          <span className="min-w-[min(100%,8rem)] flex-1 font-medium">
            I agree to receive recurring text messages from {productName} at this number.
          </span>
        </label>
        {isMissing && (
          <p id="sms-consent-error" className="mt-1.5 text-danger text-sm">
            {consentMissing}.
          </p>
        )}
      </DialogContent>
    </Dialog>
  );
}

function AgreementText({ phone }: { phone: string }) {
  return (
    <div className="grid grid-cols-1 gap-3 leading-relaxed">
      <ProvidedBy />
      <p>
        We send recurring automated texts to <strong className="inline-block">{phone}</strong>:
      </p>
      <ul className="grid list-disc gap-1.5 pl-5">
        {smsAgreementPoints.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <p className="text-muted text-sm">
        How we handle your number is in the <PrivacyLink>Privacy Policy</PrivacyLink>, the rest in
        the <TermsLink>Terms of Service</TermsLink>.
      </p>
    </div>
  );
}
