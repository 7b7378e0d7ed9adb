import { createServer } from 'node:http';

/** Takes traces and forgets them. */
createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end('{}'));
}).listen(Number(process.env.PORT), '127.0.0.1');
