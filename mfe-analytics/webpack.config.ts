import { remoteConfig } from '@atalaia/build'
import { ANALYTICS_SURFACE } from '@atalaia/contracts'

export default remoteConfig(import.meta.dirname, { surface: ANALYTICS_SURFACE })
