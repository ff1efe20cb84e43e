// Runs a program of the documents on Node. If it exports `receive`, calls that with a delivery and with a forged one.
const [file, key, secret, delivery] = process.argv.slice(2);
process.env.SPACE_KEY = key;
process.env.WEBHOOK_SECRET = secret;
const { receive } = await import(`./${file}`);
if (receive) {
  const { body, headers } = JSON.parse(delivery);
  const request = (text) => new Request('http://localhost/hook', { method: 'POST', body: text, headers });
  const { status } = await receive(request(body));
  const forged = await receive(request(`${body} `)).catch((reason) => reason.name);
  console.log(status, forged);
}
