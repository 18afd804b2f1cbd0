import { remoteConfig } from '@atalaia/build'

export default remoteConfig(import.meta.dirname)
