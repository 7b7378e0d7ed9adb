import { useEffect, useRef, useState } from 'react';
import { provideAskFirst, type Question } from '#web/lib/ask-first.ts';
import { Button } from './ui/button.tsx';
import { Dialog, DialogClose, DialogContent } from './ui/dialog.tsx';

/** Once per page that asks. */
export function AskFirstDialog() {
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = useRef<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    const stop = provideAskFirst((asked) => {
      answer.current?.(false);
      setQuestion(asked);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
    return () => {
      stop();
      answer.current?.(false);
    };
  }, []);
  if (!question) return null;
  const finish = (isConfirmed: boolean) => {
    setQuestion(null);
    answer.current?.(isConfirmed);
    answer.current = null;
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && finish(false)}>
      <DialogContent
        role="alertdialog"
        title={question.title}
        footer={
          <>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button variant="danger" onClick={() => finish(true)}>
              {question.action}
            </Button>
          </>
        }
      >
        <p>{question.description}</p>
      </DialogContent>
    </Dialog>
  );
}
