import type { NoticeAnswer, NoticeLanguage } from './notices.ts'

/** HTML language codes. */
export const LANGUAGE_TAGS = { pt: 'pt-BR', en: 'en', es: 'es' } as const satisfies Record<NoticeLanguage, string>

const pt = {
  sealedTitle: 'Há um aviso para você',
  sealedText:
    'Alguém que cuida da segurança da sua empresa escreveu para você sobre um vazamento de dados. O conteúdo só aparece quando você abre.',
  sealedSafe: 'Abrir não pede senha nem cadastro.',
  open: 'Abrir o aviso',
  endedTitle: 'Este aviso não pode mais ser aberto',
  endedText:
    'Um aviso pode ser aberto por 14 dias. Se você ainda precisa dele, responda ao e-mail: quem o enviou recebe.',
  from: (name: string) => (name === '' ? 'Aviso da sua organização' : `Aviso de ${name}`),
  title: 'Dados seus apareceram em um vazamento',
  until: (day: string) => `Este link vale até ${day}.`,
  leaked: 'O que vazou',
  when: (day: string) => `Vazou em ${day}`,
  whenUnknown: 'Não se sabe quando vazou',
  password: 'senha',
  noData: 'só o endereço de e-mail',
  data: {
    email: 'e-mail',
    username: 'nome de usuário',
    name: 'nome',
    phone: 'telefone',
    cpf: 'CPF',
    card: 'cartão',
    'postal-address': 'endereço',
    'birth-date': 'data de nascimento',
    'ip-address': 'endereço IP',
    cookies: 'sessões abertas no navegador',
    autofill: 'dados de formulários',
  },
  todo: 'O que fazer',
  steps: {
    'limpar-computador':
      'Peça ajuda para examinar o seu computador com um antivírus. Enquanto ele estiver infectado, qualquer senha nova também vaza.',
    'encerrar-sessoes':
      'Saia de todas as sessões abertas das suas contas. Muitos sites têm a opção "sair de todos os aparelhos".',
    'trocar-senha': 'Troque a senha nos serviços acima e a do seu e-mail.',
    'trocar-repetida': 'Você usou a mesma senha em mais de um lugar. Troque todas, cada uma por uma diferente.',
    'trocar-por-hash': 'Troque a senha: ela vazou embaralhada, mas pode ser descoberta.',
    'avisar-banco': 'Avise o banco e peça outro cartão.',
    'vigiar-cpf': 'Consulte o Registrato, do Banco Central, e desconfie de contas e empréstimos que você não pediu.',
    'desconfiar-de-ligacoes': 'Desconfie de ligações e mensagens que citam dados seus, mesmo corretos.',
    'duas-etapas': 'Ative a verificação em duas etapas nas suas contas.',
  },
  answers: {
    conferida: 'Senha trocada e conferida. Quem enviou o aviso já sabe.',
    declarada: 'Você disse que já trocou a senha. Quem enviou o aviso já sabe.',
    vazada: 'A senha que você conferiu ainda está no vazamento. Troque-a e confira de novo.',
    'nao-e-meu': 'Você disse que este endereço não é seu. Quem enviou o aviso já sabe.',
  },
  notMine: 'Não é meu',
  questionSend: 'Enviar pergunta',
  questionSent: 'Pergunta enviada. A resposta chega no seu e-mail.',
  stop: 'Não receber mais avisos',
  stopped: 'Você não recebe mais avisos.',
  restart: 'Voltar a receber',
  rights: 'Seus dados e seus direitos',
  rightsText: (name: string) => [
    `${name || 'A sua organização'} procura, em vazamentos já conhecidos, os endereços de e-mail da sua empresa, para proteger as contas e quem as usa. Só as pessoas autorizadas por ela veem este aviso e a sua resposta.`,
    'Os dados que vazaram podem estar com terceiros desconhecidos: isto não se desfaz, e por isso os passos acima importam.',
    'Pela LGPD (art. 18) você pode pedir a confirmação, o acesso, a correção e a eliminação dos seus dados, e saber com quem foram compartilhados. Use a pergunta acima, ou fale com o encarregado de dados da empresa. Você também pode recorrer à ANPD.',
  ],
}

/** What a person reads of a notice, in every form of its page. `name`: the organisation, or empty. */
export type NoticeTexts = typeof pt & { readonly answers: Readonly<Record<NoticeAnswer, string>> }

const en: NoticeTexts = {
  sealedTitle: 'There is a notice for you',
  sealedText:
    'Somebody who looks after security at your company wrote to you about a data leak. You see the content only after you open it.',
  sealedSafe: 'Opening asks for no password and no account.',
  open: 'Open the notice',
  endedTitle: 'This notice can no longer be opened',
  endedText: 'A notice opens for 14 days. If you still need it, reply to the email: it reaches the person who sent it.',
  from: (name) => `Notice from ${name || 'your organisation'}`,
  title: 'Data of yours appeared in a leak',
  until: (day) => `This link works until ${day}.`,
  leaked: 'What leaked',
  when: (day) => `Leaked on ${day}`,
  whenUnknown: 'It is not known when it leaked',
  password: 'password',
  noData: 'only the email address',
  data: {
    email: 'email',
    username: 'user name',
    name: 'name',
    phone: 'telephone',
    cpf: 'CPF',
    card: 'card',
    'postal-address': 'postal address',
    'birth-date': 'date of birth',
    'ip-address': 'IP address',
    cookies: 'sessions open in the browser',
    autofill: 'data typed into forms',
  },
  todo: 'What to do',
  steps: {
    'limpar-computador':
      'Ask for help to scan your computer with an antivirus. While it is infected, any new password leaks too.',
    'encerrar-sessoes': 'Sign out of all open sessions of your accounts. Many sites have "sign out of all devices".',
    'trocar-senha': 'Change the password in the services above, and that of your email.',
    'trocar-repetida': 'You used the same password in more than one place. Change them all, each to a different one.',
    'trocar-por-hash': 'Change the password: it leaked scrambled, but it can be found out.',
    'avisar-banco': 'Tell your bank and ask for another card.',
    'vigiar-cpf':
      'Check Registrato, of the Central Bank of Brazil, and be wary of accounts and loans that you did not ask for.',
    'desconfiar-de-ligacoes': 'Be wary of calls and messages that mention your data, even when they are right.',
    'duas-etapas': 'Turn on two-step verification in your accounts.',
  },
  answers: {
    conferida: 'Password changed and checked. The person who sent the notice knows.',
    declarada: 'You said that you have changed the password. The person who sent the notice knows.',
    vazada: 'The password that you checked is still in the leak. Change it and check again.',
    'nao-e-meu': 'You said that this address is not yours. The person who sent the notice knows.',
  },
  notMine: 'It is not mine',
  questionSend: 'Send the question',
  questionSent: 'Question sent. The answer comes by email.',
  stop: 'Receive no more notices',
  stopped: 'You receive no more notices.',
  restart: 'Receive them again',
  rights: 'Your data and your rights',
  rightsText: (name) => [
    `${name || 'Your organisation'} looks for email addresses of your company in leaks that are already known, to protect the accounts and the people who use them. Only people whom it has authorised see this notice and your answer.`,
    'The leaked data may be with unknown third parties: this cannot be undone, which is why the steps above matter.',
    'Under the Brazilian data protection law (LGPD, art. 18) you can ask for confirmation, access, correction and deletion of your data, and learn whom they were shared with. Use the question above, or write to the data protection officer of the company. You can also turn to the ANPD.',
  ],
}

const es: NoticeTexts = {
  sealedTitle: 'Hay un aviso para usted',
  sealedText:
    'Alguien que cuida la seguridad de su empresa le escribió sobre una filtración de datos. El contenido solo aparece cuando usted lo abre.',
  sealedSafe: 'Abrirlo no pide contraseña ni registro.',
  open: 'Abrir el aviso',
  endedTitle: 'Este aviso ya no se puede abrir',
  endedText:
    'Un aviso se puede abrir durante 14 días. Si aún lo necesita, responda al correo: le llega a quien lo envió.',
  from: (name) => `Aviso de ${name || 'su organización'}`,
  title: 'Datos suyos aparecieron en una filtración',
  until: (day) => `Este enlace vale hasta el ${day}.`,
  leaked: 'Qué se filtró',
  when: (day) => `Se filtró el ${day}`,
  whenUnknown: 'No se sabe cuándo se filtró',
  password: 'contraseña',
  noData: 'solo la dirección de correo',
  data: {
    email: 'correo',
    username: 'nombre de usuario',
    name: 'nombre',
    phone: 'teléfono',
    cpf: 'CPF',
    card: 'tarjeta',
    'postal-address': 'domicilio',
    'birth-date': 'fecha de nacimiento',
    'ip-address': 'dirección IP',
    cookies: 'sesiones abiertas en el navegador',
    autofill: 'datos de formularios',
  },
  todo: 'Qué hacer',
  steps: {
    'limpar-computador':
      'Pida ayuda para examinar su computadora con un antivirus. Mientras esté infectada, cualquier contraseña nueva también se filtra.',
    'encerrar-sessoes':
      'Cierre todas las sesiones abiertas de sus cuentas. Muchos sitios tienen la opción "salir de todos los dispositivos".',
    'trocar-senha': 'Cambie la contraseña en los servicios de arriba, y la de su correo.',
    'trocar-repetida': 'Usó la misma contraseña en más de un lugar. Cámbielas todas, cada una por una distinta.',
    'trocar-por-hash': 'Cambie la contraseña: se filtró cifrada, pero se puede descubrir.',
    'avisar-banco': 'Avise al banco y pida otra tarjeta.',
    'vigiar-cpf':
      'Consulte el Registrato, del Banco Central de Brasil, y desconfíe de cuentas y préstamos que usted no pidió.',
    'desconfiar-de-ligacoes': 'Desconfíe de llamadas y mensajes que citan datos suyos, aunque sean correctos.',
    'duas-etapas': 'Active la verificación en dos pasos en sus cuentas.',
  },
  answers: {
    conferida: 'Contraseña cambiada y comprobada. Quien envió el aviso ya lo sabe.',
    declarada: 'Usted dijo que ya cambió la contraseña. Quien envió el aviso ya lo sabe.',
    vazada: 'La contraseña que comprobó sigue en la filtración. Cámbiela y compruebe otra vez.',
    'nao-e-meu': 'Usted dijo que esta dirección no es suya. Quien envió el aviso ya lo sabe.',
  },
  notMine: 'No es mío',
  questionSend: 'Enviar la pregunta',
  questionSent: 'Pregunta enviada. La respuesta llega a su correo.',
  stop: 'No recibir más avisos',
  stopped: 'Usted no recibe más avisos.',
  restart: 'Volver a recibirlos',
  rights: 'Sus datos y sus derechos',
  rightsText: (name) => [
    `${name || 'Su organización'} busca, en filtraciones ya conocidas, las direcciones de correo de su empresa, para proteger las cuentas y a quienes las usan. Solo las personas que ella autorizó ven este aviso y su respuesta.`,
    'Los datos filtrados pueden estar en manos de terceros desconocidos: eso no se deshace, y por eso importan los pasos de arriba.',
    'Por la ley brasileña de protección de datos (LGPD, art. 18) usted puede pedir la confirmación, el acceso, la corrección y la eliminación de sus datos, y saber con quién se compartieron. Use la pregunta de arriba, o escriba al encargado de datos de la empresa. También puede acudir a la ANPD.',
  ],
}

export const NOTICE_TEXTS: Readonly<Record<NoticeLanguage, NoticeTexts>> = { pt, en, es }
