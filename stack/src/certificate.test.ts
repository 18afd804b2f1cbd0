import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { ownCertificate } from './certificate.ts'

test('the certificate is for this machine, is kept, and its key is for its owner alone', async () => {
  const folder = join(temporaryFolder(), 'tls')
  const made = await ownCertificate(folder)
  const { subjectAltName = '', ca } = new X509Certificate(made.cert)
  expect([subjectAltName, ca]).toEqual([expect.stringMatching(/localhost.*127\.0\.0\.1/), false])
  expect(statSync(made.keyFile).mode & 0o777).toBe(0o600)
  expect(await ownCertificate(folder)).toEqual(made)
  expect(readFileSync(made.certFile, 'utf8')).toBe(made.cert)
})

test('one that cannot be read is made anew', async () => {
  const folder = join(temporaryFolder(), 'tls')
  const { certFile, cert } = await ownCertificate(folder)
  writeFileSync(certFile, 'rubbish')
  const anew = await ownCertificate(folder)
  expect(anew.cert).not.toBe(cert)
  expect(new X509Certificate(anew.cert).checkPrivateKey).toBeDefined()
})
