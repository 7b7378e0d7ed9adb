import { usePageTitle } from '#web/lib/use-page-title.ts';

export function PaymentCancelPage() {
  usePageTitle('Payment canceled');
  return <h1>Payment canceled</h1>;
}
