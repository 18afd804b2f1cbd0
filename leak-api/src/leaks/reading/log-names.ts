import type { LeakFile } from './credential.ts'
import { keyTable } from './field-lines.ts'

/** The first match wins. */
export type LogFileRole = 'system' | 'cookies' | 'autofill' | 'cards' | 'noise' | 'other'

const SYSTEM_NAMES = [
  '(?:my[ _-]?)?system(?:[ _-]?(?:info|information|data|summary))?',
  'sys[ _-]?info(?:rmation)?',
  '(?:user|victim|host|client|bot)[ _-]?info(?:rmation)?',
  '(?:machine|hardware|pc|computer|device|os|general|basic)[ _-]?(?:info(?:rmation)?|details)',
  'info(?:s|rmations?)?',
  'hwid|machine|hardware',
  'informa[cç](?:ão|ao|ões|oes)(?: d[eo] (?:sistema|computador))?',
  'informaci[oó]n(?: del (?:sistema|equipo))?',
  'infos?[ _-]?syst[eè]me',
  'sistema',
  'информация(?: о (?:системе|компьютере))?|система',
  'thông tin hệ thống',
  '系统信息|システム情報',
]
const SYSTEM = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:(?:${SYSTEM_NAMES.join('|')})\\.(?:txt|log|json)|(?:log|report|summary|data|metadata)\\.json)$`,
  'iu',
)
const COOKIES = /(?:^|\/)(?:[^/]*cookies?[^/]*\/.+|[^/]*cookies?[^/]*\.(?:txt|json|log))$/i
const AUTOFILL = /(?:^|\/)(?:[^/]*auto_?fills?[^/]*\/.+|[^/]*auto_?fills?[^/]*\.(?:txt|json|log))$/i
const CARDS = /(?:^|\/)(?:(?:credit_?)?cards?|cc)(?:\/.+|[^/]*\.(?:txt|json|log))$/i
/** Stealers' summaries: passwords without logins, visited and wanted domains, programs. */
const NOISE =
  /(?:^|\/)(?:(?:_*brute(?:force)?|history|downloads?|(?:installed[ _-]?)?software|(?:installed[ _-]?)?(?:apps|programs)|installed[ _-]?browsers|process(?:es|[ _-]?list)?|domain[ _-]?detects?|important[^/]*|dd|clipboard|screenshot|debug|wallets?|tokens?|discord[^/]*|telegram|copyright|read[ _-]?me)(?:\/.+|\.[a-z]+)|history\/.+|[^/]*history[^/]*\.txt)$/i

const PASSWORDS =
  /^[^\p{L}\p{N}]*(?:all[ _-]?)?(?:passwords?|passwds?|logins?|senhas|contraseñas|пароли)(?:[ _-]?list)?\.(?:txt|log)$/iu
const INNER_FOLDERS =
  /^(?:(?:all[ _-]?)?browsers?(?:[ _-]?data)?|(?:google|microsoft|mozilla|chrome|edge|firefox|opera|brave|yandex|vivaldi|chromium|safari|gecko)\b.*|default|profile[ _-]?\d*|user data|(?:all[ _-]?)?passwords?|logins?|credentials|system(?:[ _-]?info(?:rmation)?)?|info(?:rmation)?|machine|hardware|pc|general)$/i

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1).normalize('NFC')

export const logFileRole = (path: string): LogFileRole => {
  if (SYSTEM.test(nameOf(path))) return 'system'
  if (COOKIES.test(path)) return 'cookies'
  if (AUTOFILL.test(path)) return 'autofill'
  if (CARDS.test(path)) return 'cards'
  return NOISE.test(path) ? 'noise' : 'other'
}

/** `known`: by a system file. `likely`: by a file of passwords. '' is the root. */
export type LogFolders = { readonly known: ReadonlySet<string>; readonly likely: ReadonlySet<string> }

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const rootOf = (path: string): string => {
  let folder = folderOf(path)
  while (folder !== '' && INNER_FOLDERS.test(nameOf(folder))) folder = folderOf(folder)
  return folder
}

export const logFolders = (paths: readonly string[]): LogFolders => ({
  known: new Set(paths.filter((path) => SYSTEM.test(nameOf(path))).map(rootOf)),
  likely: new Set(paths.filter((path) => PASSWORDS.test(nameOf(path))).map(rootOf)),
})

/** The nearest known folder, else the nearest likely one. */
export const logOf = (
  root: string,
  path: string,
  { known, likely }: LogFolders,
): Pick<LeakFile, 'log' | 'isLikelyLog'> => {
  const nearestIn = (folders: ReadonlySet<string>) => {
    for (let folder = path; folder !== '';) {
      folder = folderOf(folder)
      if (folders.has(folder)) return folder === '' ? root : `${root}/${folder}`
    }
    return undefined
  }
  const log = nearestIn(known)
  return log === undefined ? { log: nearestIn(likely), isLikelyLog: true } : { log }
}

/** `installed`: of Windows; in logs with `traffic`, the day of the infection. */
export type Fact =
  | 'id'
  | 'uuid'
  | 'serial'
  | 'day'
  | 'installed'
  | 'traffic'
  | 'address'
  | 'computer'
  | 'user'
  | 'hardware'

export const FACTS = keyTable<Fact>([
  [
    'id',
    'hwid,uid,machine id,machine guid,hardware id,guid,mid,pc id,bot id,client id,username hwid,user hwid,hw id,' +
      'id da máquina,id do computador,id de hardware,id del equipo,ид машины,id машины',
  ],
  [
    'uuid',
    'uuid,udid,hardware uuid,machine uuid,system uuid,platform uuid,io platform uuid,provisioning udid,bios uuid,' +
      'uuid do hardware,uuid de hardware',
  ],
  [
    'serial',
    'serial,serial number,serialnumber,system serial,system serial number,io platform serial number,bios serial,device id,' +
      'número de série,número de serie,серийный номер,seriennummer,numéro de série',
  ],
  [
    'day',
    'log date,log time,date of log,local date,local time,local date time,last seen,date,time,datetime,date and time,' +
      'system time,system date,current time,current date,utc time,utc date,utc,timestamp,report date,report time,now,' +
      'collected at,collection time,collection date,execution time,execution date,infection date,infection time,infected at,' +
      'date install,data,data e hora,data hora,hora,hora local,data local,data do log,data do sistema,fecha,fecha y hora,' +
      'fecha local,fecha del sistema,дата,время,дата и время,локальное время,местное время,системное время,дата лога,' +
      'date et heure,date locale,heure locale,heure,datum,uhrzeit,datum und uhrzeit,lokale zeit,systemzeit,tarih,saat,' +
      'yerel saat,data i godzina,tanggal,waktu,thời gian,ngày,时间,日期,本地时间,日時',
  ],
  ['installed', 'install date'],
  ['traffic', 'traffic name'],
  ['address', 'ip,ip address,external ip,public ip,ipv4,endereço ip,dirección ip,ip адрес,adresse ip'],
  [
    'computer',
    'computer,computer name,compname,pc,pc name,machine,machine name,host,hostname,host name,device name,netbios,' +
      'nome do computador,nombre del equipo,имя компьютера,имя пк,nom de l ordinateur,computername',
  ],
  [
    'user',
    'user,user name,current user,pc user,usuário,nome de usuário,nombre de usuario,имя пользователя,utilisateur',
  ],
  [
    'hardware',
    'os,operating system,operation system,windows,windows version,system version,cpu,processor,gpu,video card,videocard,ram,' +
      'memory,country,time zone,timezone,language,antivirus,av,screen size,display resolution,sistema operacional,memória',
  ],
])
