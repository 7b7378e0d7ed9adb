import { useBranding } from './use-branding.ts';

export function SupportLink() {
  const { supportEmail } = useBranding();
  if (!supportEmail) return null;
  return (
    <a
      href={`mailto:${supportEmail}`}
      title={supportEmail}
      className="rounded-xs underline underline-offset-2 hover:text-foreground"
    >
      Contact support
    </a>
  );
}
