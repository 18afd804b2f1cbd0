import { chunksOf } from '../../../testing/leak-content.ts'
import { readLeak } from './read-leak.ts'

async function* alone(content: string) {
  yield { path: 'leak.txt', content: chunksOf(content) }
}

const read = async (content: string) => {
  const found: string[] = []
  const counts = { rejected: 0, skipped: 0, ignored: 0 }
  for await (const { credentials, rejected, skipped, ignored } of readLeak(alone(content))) {
    for (const { address, secret, website } of credentials)
      found.push([address, secret?.value, website].filter((part) => part !== undefined).join(' '))
    counts.rejected += rejected.length
    counts.skipped += skipped
    counts.ignored += ignored
  }
  return { found, ...counts }
}

const csv = (...lines: string[]) => lines.join('\r\n')

// Rule: M-IMPORT-60
test.each<[string, string]>([
  [
    'Bitwarden',
    csv(
      'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp,archivedDate',
      ',,login,Loja,,,0,"https://a.example,https://b.example",ana@x.example,Um-1,,',
    ),
  ],
  [
    'Bitwarden of an organisation',
    csv(
      'collections,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp',
      'TI,login,Loja,,,0,https://a.example,ana@x.example,Um-1,',
    ),
  ],
  [
    'KeePass 1',
    csv(
      '"Account","Login Name","Password","Web Site","Comments"',
      '"Loja","ana@x.example","Um-1","https://a.example",""',
    ),
  ],
  [
    'KeePassXC',
    csv(
      '"Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"',
      '"Root","Loja","ana@x.example","Um-1","https://a.example","","","0","2025-01-02T03:04:05Z","2025-01-02T03:04:05Z"',
    ),
  ],
  [
    'Dashlane',
    csv(
      'username,username2,username3,title,password,note,url,category,otpUrl',
      'ana@x.example,,,Loja,Um-1,,https://a.example,,',
    ),
  ],
  [
    'NordPass',
    csv(
      'name,url,additional_urls,username,password,note,cardholdername,cardnumber,cvc,pin,expirydate,zipcode,folder,full_name,phone_number,email,address1,address2,city,country,state,type,custom_fields',
      'Loja,https://a.example,"[""https://b.example""]",ana@x.example,Um-1,,,,,,,,,,,,,,,,,password,',
    ),
  ],
  [
    'Proton Pass',
    csv(
      'type,name,url,email,username,password,note,totp,createTime,modifyTime,vault',
      'login,Loja,https://a.example,ana@x.example,ana,Um-1,,,1700000000,1700000000,Pessoal',
    ),
  ],
  [
    'RoboForm',
    csv(
      'Name,Url,MatchUrl,Login,Pwd,Note,Folder,RfFieldsV2',
      'Loja,https://a.example,https://a.example,ana@x.example,Um-1,,,',
    ),
  ],
  ['Apple', csv('Title,URL,Username,Password,Notes,OTPAuth', 'Loja,https://a.example,ana@x.example,Um-1,,')],
  [
    'Enpass',
    csv('Title,Username,E-mail,Password,Website,One-time code,Note', 'Loja,ana,ana@x.example,Um-1,https://a.example,,'),
  ],
  [
    'Keeper',
    csv(
      'Folder,Title,Login,Password,Website Address,Notes,Shared Folder,Custom Fields',
      'TI,Loja,ana@x.example,Um-1,https://a.example,,,',
    ),
  ],
  [
    'Chrome, Brave, Opera, Edge and Vivaldi',
    csv('name,url,username,password,note', 'a.example,https://a.example,ana@x.example,Um-1,'),
  ],
  [
    'Firefox',
    csv(
      '"url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged"',
      '"https://a.example","ana@x.example","Um-1",,"https://c.example","{0}","1","1","1"',
    ),
  ],
  [
    'LastPass',
    csv('url,username,password,totp,extra,name,grouping,fav', 'https://a.example,ana@x.example,Um-1,,,Loja,,0'),
  ],
  [
    '1Password',
    csv(
      'Title,Url,Username,Password,OTPAuth,Favorite,Archived,Tags,Notes',
      'Loja,https://a.example,ana@x.example,Um-1,,,,,',
    ),
  ],
  [
    'Password Depot',
    csv(
      '"Description";"Importance";"Password";"User name";"URL";"Comments"',
      '"Loja";"1";"Um-1";"ana@x.example";"https://a.example";""',
    ),
  ],
  [
    'LogMeOnce and Myki',
    csv('nickname,url,username,password,additionalInfo,twofaSecret', 'Loja,https://a.example,ana@x.example,Um-1,,'),
  ],
  [
    'Psono',
    csv(
      'type,website_password_title,website_password_url,website_password_username,website_password_password,website_password_notes',
      'website_password,Loja,https://a.example,ana@x.example,Um-1,',
    ),
  ],
  ['a list in German', csv('Passwort;Benutzername;Webseite', 'Um-1;ana@x.example;https://a.example')],
  ['a list in French', csv('mot de passe;identifiant;site web', 'Um-1;ana@x.example;https://a.example')],
  ['a list in Spanish', csv('Contraseña;Nombre de usuario;Sitio web', 'Um-1;ana@x.example;https://a.example')],
  ['a list in Portuguese', csv('Senha;Nome de usuário;Site', 'Um-1;ana@x.example;https://a.example')],
  ['a list in Russian', csv('Пароль;Логин;Сайт', 'Um-1;ana@x.example;https://a.example')],
  ['a list in Chinese', csv('密码,邮箱,网址', 'Um-1,ana@x.example,https://a.example')],
])('an export of %s is read with password and website', async (_name, content) => {
  expect((await read(content)).found).toEqual(['ana@x.example Um-1 https://a.example'])
})

test('rows of a password manager that are no logins cost no login', async () => {
  const content = csv(
    'folder,favorite,type,name,notes,fields,reprompt,login_uri,login_username,login_password,login_totp',
    ',,login,x,,,0,https://a.example,ana@x.example,Um-1,',
    ',,note,y,"só texto",,0,,,,',
    ',,login,z,,,0,https://b.example,maria,Um-2,',
    ',,login,z,,,0,https://b.example,rui@x.example,"Um ""2"", e",',
  )
  expect(await read(content)).toEqual({
    found: ['ana@x.example Um-1 https://a.example', 'rui@x.example Um "2", e https://b.example'],
    rejected: 1,
    skipped: 1,
    ignored: 1,
  })
})

// Rule: M-IMPORT-61
test.each<[string, string, readonly string[]]>([
  [
    'two columns of addresses',
    csv('email,secondary_email,password', 'a@x.example,b@x.example,Um-1', ',c@x.example,Um-2', 'd@x.example,,Um-3'),
    ['a@x.example Um-1', 'b@x.example Um-1', 'c@x.example Um-2', 'd@x.example Um-3'],
  ],
  [
    'three, one twice in other letters',
    csv('id;Email;Alternate Email;recovery_email;senha', '1;a@x.example;A@X.example;b@x.example;Um-1'),
    ['a@x.example Um-1', 'b@x.example Um-1'],
  ],
  [
    'a user name that is another address',
    csv('username,email,password', 'a@x.example,b@x.example,Um-1', 'maria,c@x.example,Um-2'),
    ['b@x.example Um-1', 'a@x.example Um-1', 'c@x.example Um-2'],
  ],
  [
    'two addresses in one field',
    csv('nome,email,senha', 'Ana,"a@x.example; b@x.example",Um-1', 'Rui,c@x.example / d@x.example,Um-2'),
    ['a@x.example Um-1', 'b@x.example Um-1', 'c@x.example Um-2', 'd@x.example Um-2'],
  ],
  [
    'a dump with two columns',
    "INSERT INTO u (email, email2, password) VALUES ('a@x.example','b@x.example','Um-1');",
    ['a@x.example Um-1', 'b@x.example Um-1'],
  ],
  [
    'JSON with numbered members',
    '[{"email1":"a@x.example","email2":"b@x.example","password":"Um-1"}]',
    ['a@x.example Um-1', 'b@x.example Um-1'],
  ],
])('%s: each address gets the row', async (_what, content, found) => {
  expect((await read(content)).found).toEqual(found)
})

// Rule: M-IMPORT-61
test.each<[string, unknown, readonly string[]]>([
  [
    'lists of addresses and passwords',
    {
      balance: 1,
      entries: [
        { id: '1', email: ['a@x.example'], username: ['a'], password: ['Um-1'], hashed_password: [], name: ['F'] },
        { id: '2', email: ['b@x.example', 'c@x.example'], password: ['Um-2', 'Um-3'] },
      ],
      total: 2,
    },
    ['a@x.example Um-1', 'b@x.example Um-2', 'b@x.example Um-3', 'c@x.example Um-2', 'c@x.example Um-3'],
  ],
  [
    'members in the plural',
    { data: [{ emails: ['a@x.example', 'b@x.example'], passwords: ['Um-1'] }] },
    ['a@x.example Um-1', 'b@x.example Um-1'],
  ],
  [
    'addresses as objects',
    [{ emails: [{ address: 'a@x.example', verified: true }], services: { password: { bcrypt: 'Um-1' } } }],
    ['a@x.example Um-1'],
  ],
  [
    'addresses with a type',
    [
      {
        emails: [{ value: 'a@x.example', primary: true }, { value: 'b@x.example' }],
        credentials: { password: 'Um-1' },
      },
    ],
    ['a@x.example Um-1', 'b@x.example Um-1'],
  ],
  [
    'a login in a member',
    {
      items: [
        {
          type: 1,
          name: 'x',
          login: { uris: [{ match: null, uri: 'https://a.example' }], username: 'a@x.example', password: 'Um-1' },
        },
      ],
    },
    ['a@x.example Um-1 https://a.example'],
  ],
  [
    'older passwords of a login',
    {
      items: [
        {
          name: 'x',
          passwordHistory: [{ lastUsedDate: '2024', password: 'Um-0' }],
          login: { username: 'a@x.example', password: 'Um-1' },
        },
      ],
    },
    ['a@x.example Um-1', 'a@x.example Um-0'],
  ],
  [
    'fields with a label each',
    {
      items: [
        {
          title: 'x',
          fields: [
            { label: 'E-mail', type: 'email', value: 'a@x.example' },
            { type: 'password', value: 'Um-1' },
            { type: 'url', value: 'https://a.example' },
          ],
        },
      ],
    },
    ['a@x.example Um-1 https://a.example'],
  ],
  [
    'fields with a designation each',
    {
      accounts: [
        {
          vaults: [
            {
              items: [
                {
                  overview: { url: 'https://a.example' },
                  details: {
                    loginFields: [
                      { value: 'a@x.example', name: 'u', designation: 'username' },
                      { value: 'Um-1', name: 'p', designation: 'password' },
                    ],
                  },
                },
              ],
            },
          ],
        },
      ],
    },
    ['a@x.example Um-1 https://a.example'],
  ],
  [
    'a vault with a member for each vault',
    {
      vaults: {
        q1: {
          name: 'Pessoal',
          items: [
            {
              data: {
                type: 'login',
                content: {
                  itemEmail: 'a@x.example',
                  itemUsername: '',
                  password: 'Um-1',
                  urls: ['https://a.example', 'https://b.example'],
                },
              },
            },
          ],
        },
      },
    },
    ['a@x.example Um-1 https://a.example'],
  ],
  [
    'several websites of one person',
    [
      {
        email: 'a@x.example',
        accounts: [
          { site: 'a.example', password: 'Um-1' },
          { site: 'b.example', password: 'Um-2' },
        ],
      },
    ],
    ['a@x.example Um-1 a.example', 'a@x.example Um-2 b.example'],
  ],
  [
    'people in a person',
    {
      name: 'x',
      email: 'a@x.example',
      users: [
        { email: 'b@x.example', password: 'Um-1' },
        { email: 'c@x.example', password: 'Um-2' },
      ],
    },
    ['a@x.example', 'b@x.example Um-1', 'c@x.example Um-2'],
  ],
  [
    'members named by addresses',
    { found: { 'a@x.example': 'Um-1', 'b@x.example': ['Um-2', 'Um-3'], 'c@x.example': { password: 'Um-4' } } },
    ['a@x.example Um-1', 'b@x.example Um-2', 'b@x.example Um-3', 'c@x.example Um-4'],
  ],
  [
    'a search with sources',
    {
      results: {
        DB_2020: [{ email: 'a@x.example', password: 'Um-1' }],
        DB_2021: [{ email: 'a@x.example', hash: 'Um-2', salt: 's' }],
      },
    },
    ['a@x.example Um-1', 'a@x.example Um-2:s'],
  ],
])('JSON with %s is read whole', async (_what, value, found) => {
  expect((await read(JSON.stringify(value))).found).toEqual(found)
  expect((await read(JSON.stringify(value, undefined, 2))).found).toEqual(found)
})

// Rule: M-IMPORT-61
test('a row that names more pairs than a person has is rejected, not unfolded', async () => {
  const email = Array.from({ length: 2000 }, (_none, index) => `a${index}@x.example`)
  const password = Array.from({ length: 2000 }, (_none, index) => `Um-${index}`)
  expect(
    await read(
      JSON.stringify([
        { email, password },
        { email: 'b@x.example', password: 'Um' },
      ]),
    ),
  ).toMatchObject({
    found: ['b@x.example Um'],
    rejected: 1,
  })
})
