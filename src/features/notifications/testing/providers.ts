import { createServer as createHttpServer } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { closeAfter } from '#platform/testing/close-after.ts'

/** The answers to a provider's next calls; when none is left, it accepts everything. */
type Mood = { answers: ('busy' | 'refused' | 'silent' | 'cut')[] }

const portOf = (server: Server) => (server.address() as { port: number }).port
const listen = (server: Server) => new Promise<void>(done => void server.listen(0, '127.0.0.1', done))

/** The part of Twilio that the shop uses, on a port of its own until the test or its file ends. `env` holds the variables that a shop needs to use it. */
export async function openTwilio() {
  const mood: Mood = { answers: [] }
  const sent: { to: string; from: string; body: string }[] = []
  const server = createHttpServer(async (request, response) => {
    const form = new URLSearchParams(Buffer.concat(await Array.fromAsync(request)).toString())
    const answer = mood.answers.shift()
    if (answer === 'silent') return
    if (answer === 'cut') return void request.socket.destroy()
    if (answer === 'busy') return void response.writeHead(503).end('try later')
    if (answer === 'refused') return void response.writeHead(400).end('{"code":21211,"message":"not a phone number"}')
    const isOurs = request.headers.authorization === `Basic ${btoa(`${SID}:${TOKEN}`)}`
    if (!isOurs) return void response.writeHead(401).end()
    sent.push({ to: form.get('To')!, from: form.get('From')!, body: form.get('Body')! })
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"sid":"SM1"}')
  })
  await listen(server)
  const env = {
    TWILIO_ACCOUNT_SID: SID,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_FROM: '+18885550100',
    TWILIO_API_URL: `http://127.0.0.1:${portOf(server)}`,
  }
  closeAfter(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { env, mood, sent }
}
const SID = 'AC00000000000000000000000000000000'
export const TOKEN = 'twilio-token-of-tests'

/** A mail server that keeps the mail it gets. It closes after the test or its file. */
export async function openMailServer() {
  const mood: Mood = { answers: [] }
  const mails: { to: string[]; source: string }[] = []
  const sockets = new Set<Socket>()
  const server = createTcpServer(socket => {
    sockets.add(socket)
    speakSmtp(socket, mood, mail => mails.push(mail))
  })
  await listen(server)
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  closeAfter(async () => close())
  return { env: { SMTP_URL: `smtp://127.0.0.1:${portOf(server)}` }, mood, mails, close }
}

function speakSmtp(socket: Socket, mood: Mood, onMail: (mail: { to: string[]; source: string }) => void) {
  let heard = ''
  let to: string[] = []
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'RCPT') to.push(line.replace(/^RCPT TO:<(.*)>.*$/i, '$1'))
    if (verb === 'DATA') isData = true
    if (verb === 'MAIL') {
      to = []
      const answer = mood.answers.shift()
      if (answer === 'silent') return
      if (answer) return say(answer === 'busy' ? '451 try later' : '550 no such address')
    }
    say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok')
  }
  socket.on('error', () => {})
  socket.on('data', chunk => {
    heard += chunk.toString()
    for (;;) {
      const end = heard.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = heard.slice(0, end)
      heard = heard.slice(end + (isData ? 5 : 2))
      if (isData) {
        // RFC 5321 section 4.5.2: a dot that begins a line was doubled.
        onMail({ to, source: part.replace(/^\.\./gm, '.') })
        isData = false
        say('250 kept')
      } else command(part)
    }
  })
  say('220 mail server of tests')
}

/** The words of a mail as a mail program shows them: quoted-printable decoded. */
export const readable = (source: string): string =>
  source
    .replace(/=\r\n/g, '')
    .replace(/(=[0-9A-F]{2})+/g, bytes => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
