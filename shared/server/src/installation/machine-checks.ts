import { lookup } from 'node:dns/promises'
import { stat, statfs } from 'node:fs/promises'
import { connect, getCACertificates } from 'node:tls'
import type { Check } from './check.ts'

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000]
const TLS_TIMEOUT_MS = 5000
const SOON_DAYS = 21
const GIGABYTE = 1e9
const [LITTLE_SHARE, LITTLE_BYTES] = [0.1, GIGABYTE]
const BACKUP_HOURS = 26

/** The public name resolves. */
export const dnsCheck = (origin: string): Check => ({
  name: { en: 'DNS', pt: 'DNS' },
  advice: { en: 'Correct PUBLIC_ORIGIN or its DNS record.', pt: 'Corrija PUBLIC_ORIGIN ou o registro no DNS.' },
  run: async () => {
    const { hostname } = new URL(origin)
    const found = (await lookup(hostname, { all: true })).map(({ address }) => address).join(', ')
    return { state: 'ok', text: { en: `${hostname} is ${found}`, pt: `${hostname} é ${found}` } }
  },
})

type Certificate = { readonly ends: Date; readonly problem: string | undefined }

const readCertificate = ({ hostname, port }: URL): Promise<Certificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
      // The machine's, as browsers: a company may have its own.
      ca: [...getCACertificates('default'), ...getCACertificates('system')],
    })
    socket.setTimeout(TLS_TIMEOUT_MS, () => socket.destroy(new Error(`${hostname}: no answer to TLS`)))
    // OpenSSL's own message is a line of its source.
    socket.once('error', (error) =>
      reject('reason' in error ? new Error(`${hostname}: ${String(error.reason)}`, { cause: error }) : error),
    )
    socket.once('secureConnect', () => {
      const { valid_to: end } = socket.getPeerCertificate()
      const { authorizationError } = socket
      socket.destroy()
      const problem = authorizationError === null ? undefined : String(authorizationError)
      resolve({ ends: new Date(end), problem })
    })
  })

export const certificateCheck = (origin: string): Check => ({
  name: { en: 'certificate', pt: 'Certificado' },
  advice: { en: 'Look at the proxy that ends TLS.', pt: 'Verifique o proxy que termina o TLS.' },
  run: async () => {
    const address = new URL(origin)
    if (address.protocol !== 'https:')
      return {
        state: 'warn',
        text: { en: `${origin} is not https`, pt: `${origin} não é https` },
        advice: { en: 'Put a proxy with TLS in front.', pt: 'Coloque um proxy com TLS na frente.' },
      }
    const { ends, problem } = await readCertificate(address)
    const days = Math.floor((ends.getTime() - Date.now()) / DAY_MS)
    if (problem !== undefined)
      return {
        state: 'fail',
        text: { en: `browsers refuse it: ${problem}`, pt: `navegadores recusam: ${problem}` },
        advice: { en: 'Renew it for this name.', pt: 'Renove o certificado para este nome.' },
      }
    const text = { en: `valid for ${days} more days`, pt: `vale por mais ${days} dias` }
    if (days >= SOON_DAYS) return { state: 'ok', text }
    return { state: 'warn', text, advice: { en: 'Renew it.', pt: 'Renove o certificado.' } }
  },
})

export const diskCheck = (folder: string): Check => ({
  name: { en: 'disk', pt: 'Disco' },
  advice: { en: 'Set DATA_DIR to a folder of this user.', pt: 'Aponte DATA_DIR para uma pasta deste usuário.' },
  run: async () => {
    const { bavail, blocks, bsize } = await statfs(folder)
    const free = bavail * bsize
    const size = (free / GIGABYTE).toFixed(1)
    const text = {
      en: `${size} GB free for ${folder}`,
      pt: `${size.replace('.', ',')} GB livres para ${folder}`,
    }
    const state = free < LITTLE_BYTES ? 'fail' : bavail < blocks * LITTLE_SHARE ? 'warn' : 'ok'
    if (state === 'ok') return { state, text }
    return { state, text, advice: { en: 'Make room.', pt: 'Libere espaço.' } }
  },
})

/** `stamp`: the file that a backup touches at its end. */
export const backupCheck = (stamp: string | undefined): Check => ({
  name: { en: 'backup', pt: 'Backup' },
  advice: {
    en: 'Run the backup: it touches this file at its end.',
    pt: 'Rode o backup: ele toca este arquivo no fim.',
  },
  run: async () => {
    if (stamp === undefined)
      return {
        state: 'warn',
        text: { en: 'not known', pt: 'desconhecido' },
        advice: {
          en: 'Set BACKUP_STAMP to a file that the backup touches at its end.',
          pt: 'Defina BACKUP_STAMP: um arquivo que o backup toca no fim.',
        },
      }
    const found = await stat(stamp).catch(() => undefined)
    if (found === undefined) throw new Error(`no ${stamp}`)
    const hours = Math.floor((Date.now() - found.mtimeMs) / HOUR_MS)
    const text = { en: `${hours} hours old`, pt: `de ${hours} horas atrás` }
    if (hours <= BACKUP_HOURS) return { state: 'ok', text }
    return {
      state: 'fail',
      text,
      advice: { en: 'Run the backup and read its log.', pt: 'Rode o backup e leia o log.' },
    }
  },
})

/** `readOther`: in milliseconds. */
export const clockCheck = (readOther: () => Promise<number>): Check => ({
  name: { en: 'clock', pt: 'Relógio' },
  advice: { en: 'Correct the database first.', pt: 'Corrija o banco primeiro.' },
  run: async () => {
    const before = Date.now()
    const other = await readOther()
    const seconds = Math.round(Math.abs((before + Date.now()) / 2 - other) / 1000)
    const text = { en: `${seconds} s from the database`, pt: `a ${seconds} s do banco` }
    if (seconds <= 2) return { state: 'ok', text }
    return {
      state: seconds * 1000 < MINUTE_MS / 2 ? 'warn' : 'fail',
      text,
      advice: { en: 'Start a time service: chrony.', pt: 'Inicie um serviço de hora: chrony.' },
    }
  },
})
