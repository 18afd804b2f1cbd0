export {
  FIREFOX,
  MINI_BROWSER,
  LOCAL_NETWORK_CHECKS,
  PORTAL_ARGS,
  browserArgs,
  ensureBrowser,
  ensureTestBrowser,
  ensureTestBrowsers,
  findTestBrowser,
  findBrowser,
} from './browser.ts'
export { buildPackages } from './build-packages.ts'
export { ownCertificate } from './certificate.ts'
export { hashOfFolders } from './fingerprint.ts'
export { startDemoPlatform } from './demo-platform.ts'
export { messageOf } from './message-of.ts'
export { startPlatform } from './platform.ts'
export { freePort, isPortFree, parsePort } from './port.ts'
export { allowOrigin, createClient, type Client } from './register-portal.ts'
export { runCaptured } from './run-captured.ts'
export { startService, type End, type Listening, type Service } from './service.ts'
export { whenStale } from './when-stale.ts'
export { root, workspacePackages } from './workspace.ts'
