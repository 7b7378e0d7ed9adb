/** Its message is for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}
