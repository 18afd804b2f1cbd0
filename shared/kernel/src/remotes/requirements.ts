import { CONTRACT_VERSION, inRange, type Descriptor } from '@atalaia/contracts'
import { RemoteError } from './remote-error.ts'
import type { RemoteLoader } from './loader.ts'

/** Throws a {@link RemoteError} when the page cannot run this remote, before any of its code is loaded. */
export const assertRunnable = (descriptor: Descriptor, provided: ReturnType<RemoteLoader['provided']>): void => {
  if (!inRange(CONTRACT_VERSION, descriptor.contract)) {
    throw new RemoteError(
      descriptor,
      'contract',
      `built for ${descriptor.contract}, the shell offers ${CONTRACT_VERSION}`,
    )
  }
  for (const { name, requiredVersion } of descriptor.artifact.shared) {
    const versions = provided[name] ?? []
    if (!versions.some((version) => inRange(version, requiredVersion))) {
      const shares = versions.length > 0 ? versions.join(', ') : 'none'
      throw new RemoteError(
        descriptor,
        'shared modules',
        `${name} ${requiredVersion} wanted, the page shares ${shares}`,
      )
    }
  }
}
