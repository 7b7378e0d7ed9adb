import { Download } from 'lucide-react';
import { useState } from 'react';
import { firstReportYear } from '#shared/api/safety.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger } from '#web/components/ui/select.tsx';
import { useDownloadSafetyReport } from './api.ts';

/** Some laws require it every year. */
export function SafetyReport() {
  const thisYear = new Date().getUTCFullYear();
  const [year, setYear] = useState(thisYear);
  const download = useDownloadSafetyReport();
  const years = Array.from({ length: thisYear - firstReportYear + 1 }, (_, ago) => thisYear - ago);
  return (
    <div className="grid grid-cols-1 justify-items-start gap-3">
      <p className="text-muted">
        How often crises and ages under 13 were detected, by month, rule and country, as CSV. No
        names, no messages. Each download goes into the audit log.
      </p>
      <Field label="Year">
        {(props) => (
          <Select value={String(year)} onValueChange={(value) => setYear(Number(value))}>
            <SelectTrigger {...props} className="w-32" />
            <SelectContent>
              {years.map((one) => (
                <SelectItem key={one} value={String(one)}>
                  {one}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </Field>
      <Button
        variant="outline"
        size="large"
        className="max-sm:w-full"
        disabled={download.isPending}
        onClick={() => download.mutate(year)}
      >
        <Download aria-hidden />
        {download.isPending ? 'Downloading...' : 'Download the report'}
      </Button>
    </div>
  );
}
