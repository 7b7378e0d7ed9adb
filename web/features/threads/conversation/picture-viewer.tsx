import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';

export function PictureViewer({
  name,
  url,
  width,
  height,
  onClose,
}: {
  name: string;
  url: string;
  width: number | undefined;
  height: number | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={name} className="w-fit max-w-[min(64rem,calc(100vw-2rem))]">
        <img
          src={url}
          alt={name}
          width={width}
          height={height}
          className="max-h-[calc(100dvh-10rem)] w-auto max-w-full rounded-control object-contain"
        />
      </DialogContent>
    </Dialog>
  );
}
