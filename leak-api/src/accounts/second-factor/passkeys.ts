import {
  passkeyCreationSchema,
  passkeyRequestSchema,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@atalaia/contracts/second-factor'
import type { NewPasskey, Passkey } from './factors-repository.ts'
import type { PasskeyAnswer, PasskeyCreated } from './factor-bodies.ts'
import { CHALLENGE_MS } from './challenges-repository.ts'

const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256, RS256: all authenticators of recent years. */
const ALGORITHMS = [-8, -7, -257]
const LOCAL_ORIGIN = /^https?:\/\/localhost(:\d{1,5})?$/

const bytesOf = (text: string, encoding: BufferEncoding) => Uint8Array.from(Buffer.from(text, encoding))
/** The user handle: the account's id, which reveals no person. */
const handleOf = (accountId: string) => bytesOf(accountId.replaceAll('-', ''), 'hex')
const listed = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  transports: transports === '' ? [] : transports.split(','),
})

/** The origin that a browser signed, or ''. */
const toldOrigin = (clientData: string): string => {
  try {
    const { origin } = JSON.parse(Buffer.from(clientData, 'base64url').toString())
    return typeof origin === 'string' ? origin : ''
  } catch {
    return ''
  }
}

export type RelyingParty = {
  readonly origin: string
  readonly brand: string
}

/**
 * Passkeys (WebAuthn level 3) that verify their person and need no user name. The caller makes
 * base64url challenges for a single use.
 */
export type Passkeys = {
  /** Options to make a passkey. An authenticator with one of `known` makes none. */
  creation(
    account: { readonly id: string; readonly email: string },
    challenge: string,
    known: readonly Passkey[],
  ): Promise<PasskeyCreation>
  request(challenge: string, known?: readonly Passkey[]): Promise<PasskeyRequest>
  /** `undefined` for an answer from another origin or challenge. */
  verifyCreated(created: PasskeyCreated, challenge: string): Promise<Omit<NewPasskey, 'accountId' | 'name'> | undefined>
  verifyAnswer(answer: PasskeyAnswer, challenge: string, passkey: Passkey): Promise<number | undefined>
}

export const createPasskeys = ({ origin, brand }: RelyingParty): Passkeys => {
  const rpID = new URL(origin).hostname
  /** This machine's pages may use any port: each start changes it. */
  const expectedOrigin = (clientData: string) => {
    const told = toldOrigin(clientData)
    return rpID === 'localhost' && LOCAL_ORIGIN.test(told) ? told : origin
  }
  return {
    creation: async (account, challenge, known) => {
      const { generateRegistrationOptions } = await library()
      return passkeyCreationSchema.parse(
        await generateRegistrationOptions({
          rpName: brand,
          rpID,
          userID: handleOf(account.id),
          userName: account.email,
          userDisplayName: account.email,
          challenge: bytesOf(challenge, 'base64url'),
          timeout: CHALLENGE_MS,
          attestationType: 'none',
          excludeCredentials: known.map(listed),
          supportedAlgorithmIDs: ALGORITHMS,
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        }),
      )
    },
    request: async (challenge, known) => {
      const { generateAuthenticationOptions } = await library()
      return passkeyRequestSchema.parse(
        await generateAuthenticationOptions({
          rpID,
          challenge: bytesOf(challenge, 'base64url'),
          timeout: CHALLENGE_MS,
          userVerification: 'required',
          ...(known && { allowCredentials: known.map(listed) }),
        }),
      )
    },
    verifyCreated: async (created, challenge) => {
      const { verifyRegistrationResponse } = await library()
      try {
        const { registrationInfo } = await verifyRegistrationResponse({
          response: { ...created, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: expectedOrigin(created.response.clientDataJSON),
          expectedRPID: rpID,
          supportedAlgorithmIDs: ALGORITHMS,
        })
        if (registrationInfo === undefined) return undefined
        const { id, publicKey, counter } = registrationInfo.credential
        const transports = created.response.transports?.join(',') ?? ''
        return { credentialId: id, publicKey: Buffer.from(publicKey).toString('hex'), counter, transports }
      } catch {
        // The library throws for each of them; none is ours.
        return undefined
      }
    },
    verifyAnswer: async (answer, challenge, passkey) => {
      const { userHandle, clientDataJSON } = answer.response
      const handle = Buffer.from(handleOf(passkey.accountId)).toString('base64url')
      if (userHandle !== undefined && userHandle !== handle) return undefined
      const { verifyAuthenticationResponse } = await library()
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: { ...answer, clientExtensionResults: {} },
          expectedChallenge: challenge,
          expectedOrigin: expectedOrigin(clientDataJSON),
          expectedRPID: rpID,
          credential: {
            id: passkey.credentialId,
            publicKey: bytesOf(passkey.publicKey, 'hex'),
            counter: passkey.counter,
          },
        })
        return verified ? authenticationInfo.newCounter : undefined
      } catch {
        return undefined
      }
    },
  }
}
