import { workerData } from 'node:worker_threads';

/*
 * Ends the process from a thread of its own: the reading may hold the main thread for long, and no timer would run there.
 * Plain JavaScript, because a second thread that strips types takes another 30 MB.
 */
const { maxBytes, maxComputingMs, checkMs, peak } = workerData;

setInterval(() => {
  const bytes = process.memoryUsage.rss();
  const { user, system } = process.cpuUsage();
  peak[0] = Math.max(peak[0], bytes);
  if (bytes > maxBytes) process.kill(process.pid, 'SIGTERM');
  if ((user + system) / 1000 > maxComputingMs) process.kill(process.pid, 'SIGKILL');
}, checkMs);
