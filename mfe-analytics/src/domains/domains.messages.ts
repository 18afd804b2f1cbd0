// Texts of the page of domains, as ICU messages.

export const domains = {
  loading: 'Carregando domínios',
  lead: 'Comprove que um domínio é da sua organização e veja no painel todos os endereços dele que vazaram, mesmo os que ninguém adicionou.',
  unchecked:
    'Nesta instalação privada a propriedade dos endereços não é verificada: um endereço adicionado é monitorado sem verificação.',
  checked:
    'Um endereço adicionado aguarda até que o domínio dele seja verificado ou que a própria caixa de e-mail confirme.',
  'add.title': 'Adicionar um domínio',
  'add.field': 'Domínio',
  'add.hint': 'Como empresa.com.br, sem http nem barra. Um subdomínio é um domínio à parte.',
  'add.send': 'Adicionar domínio',
  'add.empty': 'Informe um domínio.',
  list: 'Seus domínios',
  'empty.title': 'Nenhum domínio ainda',
  'empty.text': 'Com um domínio verificado você vê todos os endereços dele, sem digitar um a um.',
  readOnly: 'Só quem administra a organização adiciona, verifica e remove domínios.',

  'state.esperando': 'Aguardando verificação',
  'state.provado': 'Verificado',
  'state.perdido': 'Verificação perdida',
  'by.dns': 'por DNS',
  'by.arquivo': 'por arquivo no site',
  'by.email': 'por e-mail',
  proved: 'Verificado em',
  checkedAt: 'Última verificação',
  next: 'Próxima verificação',
  'next.none': 'só quando você pedir',
  addresses: 'Endereços do domínio',
  'addresses.none': 'nenhum antes da verificação',
  'addresses.see': 'Ver {count, plural, =1 {# endereço} other {# endereços}}',

  verify: 'Verificar agora',
  verifying: 'Verificando…',
  found: '{domain} está verificado.',
  'missing.ausente':
    'Não encontramos o registro. O DNS leva de minutos a dois dias para mostrar um registro novo; vamos verificar novamente.',
  'missing.diferente':
    'Encontramos um texto nosso, mas não o deste domínio e desta organização. Confira se ele foi copiado inteiro.',
  'missing.sem-resposta': 'Nem os servidores de nomes nem o site responderam. Vamos verificar novamente.',
  'missing.proved':
    'A última verificação não encontrou o registro. Publique-o novamente: depois de três dias sem ele (14 sem resposta) os endereços saem do painel.',
  'missing.lost':
    'Os endereços que vieram com o domínio não aparecem mais. Eles voltam quando o domínio for verificado novamente.',

  how: 'Como verificar {domain}',
  'how.one': 'Uma destas três formas basta.',
  'tab.dns': 'DNS (recomendado)',
  'tab.arquivo': 'Arquivo',
  'tab.email': 'E-mail',
  'dns.title': 'Registro TXT no DNS',
  'dns.text':
    'No painel do seu provedor de DNS, crie um registro do tipo TXT com este nome e este valor. O mesmo valor na raiz do domínio também vale.',
  'dns.name': 'Nome do registro',
  'dns.value': 'Valor',
  'dns.look': 'Para ver o que o mundo vê',
  'file.title': 'Arquivo no site',
  'file.text': 'Publique por https, sem redirecionamento, um arquivo de texto neste endereço com esta linha.',
  'file.place': 'Endereço do arquivo',
  'file.line': 'Linha do arquivo',
  'mail.title': 'E-mail a quem cuida do domínio',
  'mail.text':
    'Enviamos um código a uma destas caixas de e-mail. Quem a lê passa o código a você. Esta verificação vale por um ano.',
  'mail.box': 'Caixa',

  remove: 'Remover',
  removeWhat: 'Remover {domain}',
  'remove.title': 'Remover {domain}?',
  'remove.text':
    'Os endereços que vieram com ele deixam de ser monitorados e saem do painel. Os que alguém adicionou ficam; onde a propriedade é verificada, voltam a aguardar.',
  'remove.do': 'Remover domínio',
  removed: '{domain} foi removido.',
  added: '{domain} foi adicionado. Agora comprove que ele é seu.',
} as const
