import { Stethoscope } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '#web/components/ui/button.tsx';

export function Installation() {
  return (
    <Button asChild variant="outline" size="large" className="max-sm:w-full">
      <Link href="/settings/doctor">
        <Stethoscope aria-hidden />
        Open the doctor
      </Link>
    </Button>
  );
}
