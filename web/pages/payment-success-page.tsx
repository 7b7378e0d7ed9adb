import { usePageTitle } from '#web/lib/use-page-title.ts';

export function PaymentSuccessPage() {
  usePageTitle('Payment successful');
  return <h1>Payment successful</h1>;
}
