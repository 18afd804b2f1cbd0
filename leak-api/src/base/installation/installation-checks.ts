import type { Queryable } from '@atalaia/database'
import {
  backupCheck,
  certificateCheck,
  databaseChecks,
  diskCheck,
  dnsCheck,
  type Check,
  type DatabaseCheckOptions,
} from '@atalaia/server'
import { FIXED_PURPOSES, ROTATED_PURPOSES } from '../key-ring.ts'
import { verifySmtp } from '../mail/mail-transport.ts'
import { createKeyRegister } from '../store/key-register.ts'
import { readKeySet, type KeyPlaces } from '../store/keys.ts'
import { usableKeys } from '../store/open-keys.ts'
import { isKnownKey, otherKey } from '../store/settings-repository.ts'

export type InstallationCheckOptions = KeyPlaces &
  Pick<DatabaseCheckOptions, 'database' | 'migrations' | 'isServer'> & {
    readonly publicOrigin: string
    readonly smtpUrl: string | undefined
    readonly backupStamp: string | undefined
  }

const checkKeys = async (database: Queryable, places: KeyPlaces): Promise<readonly string[]> => {
  const registered = await createKeyRegister(database).list()
  const ids: string[] = []
  for (const purpose of ROTATED_PURPOSES) {
    const set = await readKeySet(purpose, places)
    if (set === undefined) throw new Error(`${purpose} key: there is none`)
    ids.push(`${purpose} ${usableKeys(set, registered)[0].id}`)
  }
  for (const purpose of FIXED_PURPOSES) {
    const set = await readKeySet(purpose, places)
    if (set === undefined && purpose === 'fingerprint') throw new Error('fingerprint key: there is none')
    if (set && !(await isKnownKey(database, purpose, set.keys[0].secret.export()))) throw otherKey(purpose)
  }
  return ids
}

/** Changes nothing, and sends nothing. */
export const installationChecks = (options: InstallationCheckOptions): readonly Check[] => {
  const { database, publicOrigin, smtpUrl, backupStamp, dataDir } = options
  return [
    ...databaseChecks({ ...options, migrateCall: 'npm run leaks -- migrate' }),
    {
      name: { en: 'keys', pt: 'Chaves' },
      advice: {
        en: 'Set LEAK_API_*_KEY to the keys of this database: from another server, or from their backup.',
        pt: 'Defina LEAK_API_*_KEY com as chaves deste banco: de outro servidor ou da cópia guardada.',
      },
      run: async () => {
        const ids = (await checkKeys(await database(), options)).join(', ')
        return { state: 'ok', text: { en: ids, pt: ids } }
      },
    },
    {
      name: { en: 'mail', pt: 'Email' },
      advice: {
        en: 'Correct SMTP_URL: host, port, TLS, user and password.',
        pt: 'Corrija SMTP_URL: servidor, porta, TLS, usuário e senha.',
      },
      run: async () => {
        if (smtpUrl === undefined)
          return {
            state: 'warn',
            text: { en: 'mails are files, nobody gets them', pt: 'emails viram arquivos, ninguém os recebe' },
            advice: { en: 'Set SMTP_URL.', pt: 'Defina SMTP_URL.' },
          }
        await verifySmtp(smtpUrl)
        const { hostname } = new URL(smtpUrl)
        return { state: 'ok', text: { en: `${hostname} takes mail`, pt: `${hostname} aceita emails` } }
      },
    },
    dnsCheck(publicOrigin),
    certificateCheck(publicOrigin),
    diskCheck(dataDir),
    backupCheck(backupStamp),
  ]
}
