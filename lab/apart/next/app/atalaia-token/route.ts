import { tokenEndpoint } from '@atalaia/embed/server'

const { ATALAIA = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env

export const POST = tokenEndpoint({
  gateway: ATALAIA,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  scope: 'leaks:read emails:add',
  // Your portal asks its session here. This one has no users.
  signedIn: () => true,
})
