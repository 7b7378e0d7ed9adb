import { useId, useState } from 'react';
import { Switch } from '#web/components/ui/switch.tsx';
import { playChime } from '#web/lib/play-chime.ts';
import { type Alert, storeAlert, useAlert } from '#web/session/alerts.ts';

export function Alerts() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const setNotification = async (isOn: boolean) => {
    const reason = isOn ? await askToNotify() : null;
    setRefusal(reason);
    storeAlert('notification', isOn && reason === null);
  };
  const setSound = (isOn: boolean) => {
    storeAlert('sound', isOn);
    if (isOn) void playChime();
  };
  return (
    <div className="grid gap-4">
      <AlertSwitch
        alert="notification"
        label="Browser notification"
        note="Opens the conversation when you click it. Works while a tab of the dashboard is open."
        problem={refusal}
        onChange={setNotification}
      />
      <AlertSwitch
        alert="sound"
        label="Sound"
        note="Two soft tones. After a reload your browser stays silent until you click on the page."
        problem={null}
        onChange={setSound}
      />
    </div>
  );
}

function AlertSwitch({
  alert,
  label,
  note,
  problem,
  onChange,
}: {
  alert: Alert;
  label: string;
  note: string;
  problem: string | null;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <p id={`${id}-note`} className="text-muted text-sm">
          {note}
        </p>
        {problem && (
          <p role="alert" className="pt-1 text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-note`}
        checked={useAlert(alert)}
        onCheckedChange={onChange}
      />
    </div>
  );
}

/** @returns why it can't notify; null if it can. */
async function askToNotify(): Promise<string | null> {
  if (!('Notification' in window)) return "This browser can't show notifications from this site.";
  const answer = await Notification.requestPermission();
  if (answer === 'denied') {
    return 'This browser blocks notifications from this site. Allow them in its settings, then switch this on again.';
  }
  if (answer !== 'granted')
    return 'Notifications need your permission. Switch this on again to be asked once more.';
  try {
    new Notification('Notifications are on', {
      body: "You'll be notified when someone wants a person.",
    });
    return null;
  } catch {
    // Phone browsers grant the permission but show no notifications from pages.
    return "This browser can't show notifications from websites.";
  }
}
