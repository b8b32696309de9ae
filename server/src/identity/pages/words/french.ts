import type { german } from './german.ts';

/** French. */
export const french: Readonly<Record<keyof typeof german, string>> = {
  'Sign out?': 'Se déconnecter ?',
  'You will be signed out of all applications that you opened in this browser.':
    'Vous serez déconnecté de toutes les applications ouvertes dans ce navigateur.',
  'Sign out': 'Se déconnecter',
  'Stay signed in': 'Rester connecté',
  'Connect {application}?': 'Connecter {application} ?',
  'Does your device show the same code?': 'Votre appareil affiche-t-il le même code ?',
  'Yes, connect': 'Oui, connecter',
  'No, stop': 'Non, arrêter',
  'Stop if you did not start this yourself, or if somebody sent you the code.':
    'Arrêtez si vous n’êtes pas à l’origine de cette demande ou si quelqu’un vous a envoyé le code.',
  'Your device is connected': 'Votre appareil est connecté',
  '{application} goes on by itself. You can close this window.':
    '{application} continue de lui-même. Vous pouvez fermer cette fenêtre.',
  'Nothing was connected': 'Rien n’a été connecté',
  'The code does not work any more. You can close this window. If somebody sent you the code, tell those who look after the platform.':
    'Le code n’est plus valable. Vous pouvez fermer cette fenêtre. Si quelqu’un vous a envoyé le code, prévenez les responsables de la plateforme.',
  'Go to the start page': 'Aller à la page d’accueil',
  'You are signed out': 'Vous êtes déconnecté',
  'On a shared computer, close the browser too.': 'Sur un ordinateur partagé, fermez aussi le navigateur.',
  'You are still signed in': 'Vous êtes toujours connecté',
  'You left {application}': 'Vous avez quitté {application}',
  'Nothing was changed.': 'Rien n’a changé.',
  'You are still signed in here.': 'Vous êtes toujours connecté ici.',
  'Connect a device': 'Connecter un appareil',
  'Enter the code that your device or command line shows.':
    'Saisissez le code affiché par votre appareil ou votre ligne de commande.',
  Code: 'Code',
  Continue: 'Continuer',
  '(optional)': '(facultatif)',
  Show: 'Afficher',
  Hide: 'Masquer',
  'There were too many tries. Try again in {time}.': 'Il y a eu trop de tentatives. Réessayez dans {time}.',
  'Something is not right yet. It is marked below.': 'Quelque chose ne va pas encore. C’est indiqué ci-dessous.',
  'one second': 'une seconde',
  '{count} seconds': '{count} secondes',
  '{count} minutes': '{count} minutes',
  'Problem: {title}': 'Problème : {title}',
  'Activate your account': 'Activez votre compte',
  'Your code: {code}': 'Votre code : {code}',
  'An account was made for you. Enter this code in the app to make it yours: {code}':
    'Un compte a été créé pour vous. Saisissez ce code dans l’application pour l’activer : {code}',
  'It is good for ten minutes.': 'Il est valable dix minutes.',
  'Enter it here instead': 'Le saisir plutôt ici',
  'You get this mail because of your account at Portolan.':
    'Vous recevez ce message en raison de votre compte Portolan.',
  'An account was made for you.': 'Un compte a été créé pour vous.',
  'You are invited to {to}.': 'Vous êtes invité à {to}.',
  'Open the page below, check your name and choose a password. The link is yours alone and good until {date}.':
    'Ouvrez la page ci-dessous, vérifiez votre nom et choisissez un mot de passe. Le lien est réservé à vous seul et valable jusqu’au {date}.',
  'Activate the account': 'Activer le compte',
  'Choose a new password': 'Choisissez un nouveau mot de passe',
  'Somebody, probably you, asked for a new password for your account.':
    'Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte.',
  'Somebody, probably you, asked for a new password for your account of {tenant}.':
    'Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte chez {tenant}.',
  'The link is good for half an hour and works once.': 'Le lien est valable une demi-heure et une seule fois.',
  'If it was not you, you need not do anything. Your password stays as it is.':
    'Si ce n’était pas vous, vous n’avez rien à faire. Votre mot de passe reste inchangé.',
  'A change to your account': 'Une modification de votre compte',
  'If that was you, you need not do anything.': 'Si c’était vous, vous n’avez rien à faire.',
  'If it was not, choose a new password at once: everybody who is signed in with your account is then signed out.':
    'Sinon, choisissez tout de suite un nouveau mot de passe : toute personne connectée avec votre compte sera alors déconnectée.',
  'The password of your account was changed.': 'Le mot de passe de votre compte a été modifié.',
  'An authenticator app was added to your account.': 'Une application d’authentification a été ajoutée à votre compte.',
  'The authenticator app was removed from your account.':
    'L’application d’authentification a été retirée de votre compte.',
  'A passkey was added to your account.': 'Une clé d’accès a été ajoutée à votre compte.',
  'A passkey was removed from your account.': 'Une clé d’accès a été retirée de votre compte.',
  'New recovery codes were made for your account. The ones from before do not work any more.':
    'De nouveaux codes de secours ont été créés pour votre compte. Les précédents ne sont plus valables.',
  'Your code to sign in': 'Votre code de connexion',
  'Enter this code in the window where you sign in: {code}':
    'Saisissez ce code dans la fenêtre où vous vous connectez : {code}',
  'Enter this code in the window where you sign in to your account of {tenant}: {code}':
    'Saisissez ce code dans la fenêtre où vous vous connectez à votre compte chez {tenant} : {code}',
  'It is good for ten minutes and for that window only. Nobody from Portolan will ever ask you for it.':
    'Il est valable dix minutes et pour cette fenêtre seulement. Personne chez Portolan ne vous le demandera jamais.',
  'If you are not signing in, you need not do anything. Without the code nobody gets in.':
    'Si vous n’êtes pas en train de vous connecter, vous n’avez rien à faire. Sans le code, personne n’entre.',
  'That did not work': 'Cela n’a pas fonctionné',
  'You may not do that': 'Vous n’avez pas le droit de faire cela',
  'There is nothing here': 'Il n’y a rien ici',
  'Too many requests': 'Trop de requêtes',
  'We are busy just now': 'Nous sommes surchargés pour le moment',
  'Something went wrong on our side': 'Un problème est survenu de notre côté',
  'That took too long': 'Cela a pris trop de temps',
  'It was used already, or its time is over, or a newer one was sent since.':
    'Il a déjà été utilisé, il a expiré, ou un plus récent a été envoyé depuis.',
  'Look for a newer mail. Otherwise ask for a new link: with “Forgotten?” on the sign-in page, or from whoever invited you.':
    'Cherchez un message plus récent. Sinon demandez un nouveau lien : avec « Oublié ? » sur la page de connexion, ou à la personne qui vous a invité.',
  'This sign-in has ended': 'Cette connexion est terminée',
  'This link does not work any more': 'Ce lien n’est plus valable',
  'Enter your e-mail address.': 'Saisissez votre adresse e-mail.',
  'Enter the code.': 'Saisissez le code.',
  '{organisation} did not sign you in.': '{organisation} ne vous a pas connecté.',
  'Back to the sign-in': 'Retour à la connexion',
  'You were not signed in': 'Vous n’avez pas été connecté',
  'Your password is changed': 'Votre mot de passe est modifié',
  'Sign in with the new one. If you were signing in to an application, go back there and start again.':
    'Connectez-vous avec le nouveau. Si vous étiez en train de vous connecter à une application, retournez-y et recommencez.',
  'Sign in': 'Se connecter',
  'Choose a new password.': 'Choisissez un nouveau mot de passe.',
  'Your account has no password here: you sign in at your own organisation, and change it there.':
    'Votre compte n’a pas de mot de passe ici : vous vous connectez auprès de votre organisation et le modifiez là-bas.',
  'No password here': 'Pas de mot de passe ici',
  'You are signed out everywhere else.': 'Vous êtes déconnecté partout ailleurs.',
  'Enter your present password.': 'Saisissez votre mot de passe actuel.',
  'Others see it from now on.': 'Les autres le voient dès maintenant.',
  'Your profile is saved': 'Votre profil est enregistré',
  'Enter your last name.': 'Saisissez votre nom.',
  'Your account is ready': 'Votre compte est prêt',
  'You can sign in now with your e-mail address and the new password, here or at the application that you were invited to.':
    'Vous pouvez maintenant vous connecter avec votre adresse e-mail et le nouveau mot de passe, ici ou dans l’application à laquelle vous avez été invité.',
  'Choose a password.': 'Choisissez un mot de passe.',
  'Enter your first name.': 'Saisissez votre prénom.',
  Back: 'Retour',
  'I have kept them': 'Je les ai conservés',
  'From then on you are asked for a code of the app after your password.':
    'Dès lors, un code de l’application vous sera demandé après votre mot de passe.',
  'Enter the code that the app shows.': 'Saisissez le code affiché par l’application.',
  'You are signed in.': 'Vous êtes connecté.',
  'You are not signed in, so the page cannot be shown.':
    'Vous n’êtes pas connecté, la page ne peut donc pas être affichée.',
  'Signed in': 'Connecté',
  'Not signed in': 'Non connecté',
  'Not now': 'Pas maintenant',
  'Use “{scope}”': 'Utiliser « {scope} »',
  'Know who you are': 'Savoir qui vous êtes',
  'See your name and language': 'Voir votre nom et votre langue',
  'See your e-mail address': 'Voir votre adresse e-mail',
  'See your phone number': 'Voir votre numéro de téléphone',
  'Stay connected while you are away': 'Rester connectée pendant votre absence',
  'I do not accept them': 'Je ne les accepte pas',
  'Your account needs a second proof besides the password, so that a stolen password alone opens nothing.':
    'Votre compte exige une seconde preuve en plus du mot de passe, afin qu’un mot de passe volé n’ouvre rien à lui seul.',
  'Enter your password.': 'Saisissez votre mot de passe.',
  'Enter your code': 'Saisissez votre code',
  'Enter the code from the e-mail to activate the account that was made for you.':
    'Saisissez le code reçu par e-mail pour activer le compte créé pour vous.',
  'E-mail address': 'Adresse e-mail',
  'Code from the e-mail': 'Code reçu par e-mail',
  'Add a passkey': 'Ajouter une clé d’accès',
  'Your browser asks for your finger, face, PIN or security key. Give the passkey a name by which you will know it.':
    'Votre navigateur demande votre empreinte, votre visage, votre code PIN ou votre clé de sécurité. Donnez à la clé d’accès un nom que vous reconnaîtrez.',
  'Add the passkey': 'Ajouter la clé d’accès',
  Name: 'Nom',
  'My device': 'Mon appareil',
  'Passkeys need JavaScript. Switch it on for this page.':
    'Les clés d’accès nécessitent JavaScript. Activez-le pour cette page.',
  'Change your password': 'Modifiez votre mot de passe',
  'You stay signed in here and are signed out everywhere else.':
    'Vous restez connecté ici et êtes déconnecté partout ailleurs.',
  'Present password': 'Mot de passe actuel',
  'New password': 'Nouveau mot de passe',
  'Change the password': 'Modifier le mot de passe',
  'Choose an account': 'Choisissez un compte',
  '{email} has more than one account here.': '{email} a plusieurs comptes ici.',
  'Choose your organisation': 'Choisissez votre organisation',
  'More than one organisation signs in people with addresses at {domain}.':
    'Plusieurs organisations connectent des personnes dont l’adresse est chez {domain}.',
  'Continue to {application}?': 'Continuer vers {application} ?',
  'Allow {application}?': 'Autoriser {application} ?',
  'You will be sent to {host}.': 'Vous serez dirigé vers {host}.',
  'The application wants to:': 'L’application souhaite :',
  Allow: 'Autoriser',
  'Do not allow': 'Ne pas autoriser',
  'Allow this only if you know the application and started it yourself.':
    'N’autorisez que si vous connaissez l’application et l’avez lancée vous-même.',
  'Enter the code': 'Saisissez le code',
  'If {email} has an account here, a code of six digits is on its way there. It is good for ten minutes.':
    'Si {email} a un compte ici, un code à six chiffres lui a été envoyé. Il est valable dix minutes.',
  'No mail? Look into the spam folder, or go back and try another address.':
    'Pas de message ? Regardez dans les indésirables, ou revenez en arrière et essayez une autre adresse.',
  'Set up your authenticator app': 'Configurez votre application d’authentification',
  'Scan this with an authenticator app, such as the one of your phone or password manager.':
    'Scannez ceci avec une application d’authentification, par exemple celle de votre téléphone ou de votre gestionnaire de mots de passe.',
  'QR code with the key that stands below': 'Code QR contenant la clé indiquée ci-dessous',
  'Cannot scan it?': 'Impossible de le scanner ?',
  'Type this key into the app, for codes that depend on the time. Or {link}.':
    'Saisissez cette clé dans l’application, pour des codes basés sur l’heure. Ou {link}.',
  'open it in an app on this device': 'ouvrez-la dans une application de cet appareil',
  'Code that the app shows now': 'Code affiché maintenant par l’application',
  Confirm: 'Confirmer',
  'For those who look after the application': 'Pour les responsables de l’application',
  'Support code': 'Code d’assistance',
  'Forgotten your password?': 'Mot de passe oublié ?',
  'Tell us your e-mail address and we send you a link to choose a new one.':
    'Indiquez votre adresse e-mail et nous vous enverrons un lien pour en choisir un nouveau.',
  'Send the link': 'Envoyer le lien',
  'Look into your mail': 'Consultez vos e-mails',
  'If {email} has an account here, a link to choose a new password is on its way. It is good for half an hour. No mail? Look into the spam folder, or try another address.':
    'Si {email} a un compte ici, un lien pour choisir un nouveau mot de passe est en route. Il est valable une demi-heure. Pas de message ? Regardez dans les indésirables, ou essayez une autre adresse.',
  'At least {length} characters. Several words that do not belong together are good.':
    'Au moins {length} caractères. Plusieurs mots sans rapport entre eux conviennent bien.',
  'The same again': 'Le même, encore une fois',
  'Your password was set by somebody else. Choose one that only you know.':
    'Votre mot de passe a été défini par quelqu’un d’autre. Choisissez-en un que vous seul connaissez.',
  'Your password is older than the service allows. Choose a new one.':
    'Votre mot de passe est plus ancien que ne le permet le service. Choisissez-en un nouveau.',
  'No passkey was used. Try again, or go on another way.':
    'Aucune clé d’accès n’a été utilisée. Réessayez, ou continuez autrement.',
  'This passkey is registered already.': 'Cette clé d’accès est déjà enregistrée.',
  'Passkeys do not work at this address.': 'Les clés d’accès ne fonctionnent pas à cette adresse.',
  'The passkey did not work. Try again, or go on another way.':
    'La clé d’accès n’a pas fonctionné. Réessayez, ou continuez autrement.',
  'First name': 'Prénom',
  'Last name': 'Nom de famille',
  'Shown name': 'Nom affiché',
  'Left empty, you are shown as “last name, first name”.':
    'Si ce champ est vide, vous apparaissez comme « nom, prénom ».',
  Country: 'Pays',
  'The code of your country, such as NO or DE.': 'Le code de votre pays, par exemple NO ou DE.',
  'Your profile': 'Votre profil',
  'What others see of you.': 'Ce que les autres voient de vous.',
  'Please complete what others see of you. Missing: {fields}.':
    'Complétez ce que les autres voient de vous. Il manque : {fields}.',
  'Your organisation manages this account and may change it back.':
    'Votre organisation gère ce compte et peut rétablir ses valeurs.',
  Save: 'Enregistrer',
  'Back to the application': 'Retour à l’application',
  'How you sign in': 'Comment vous vous connectez',
  'We do not know this application': 'Nous ne connaissons pas cette application',
  'The application that sent you here is not registered, or was switched off.':
    'L’application qui vous a envoyé ici n’est pas enregistrée, ou a été désactivée.',
  'The application sent a wrong address': 'L’application a envoyé une mauvaise adresse',
  'The application asked to be called back at an address that it has not registered. To keep your account safe we go no further.':
    'L’application a demandé à être rappelée à une adresse qu’elle n’a pas enregistrée. Pour protéger votre compte, nous n’allons pas plus loin.',
  'The application asked in a wrong way': 'La demande de l’application est incorrecte',
  'The request of the application could not be understood.': 'La demande de l’application n’a pas pu être comprise.',
  'It took too long, or it was finished or started again in another window. Cookies must be allowed for this site.':
    'Elle a pris trop de temps, ou elle a été terminée ou recommencée dans une autre fenêtre. Les cookies doivent être autorisés pour ce site.',
  'The sign-in was cancelled or refused.': 'La connexion a été annulée ou refusée.',
  'There is no page at this address.': 'Il n’y a pas de page à cette adresse.',
  'Check the address, or go back to where you came from.': 'Vérifiez l’adresse, ou retournez d’où vous venez.',
  'The request could not be finished.': 'La demande n’a pas pu aboutir.',
  'Try again in a moment. If it happens again, the support code below finds it in the log.':
    'Réessayez dans un instant. Si cela se reproduit, le code d’assistance ci-dessous permet de le retrouver dans le journal.',
  'The sign-in could not go on': 'La connexion n’a pas pu continuer',
  'The request of the application was refused.': 'La demande de l’application a été refusée.',
  'Go back to the application and start again.': 'Retournez à l’application et recommencez.',
  'If that does not help:': 'Si cela n’aide pas :',
  'Tell those who look after the application, with the support code below.':
    'Prévenez les responsables de l’application, avec le code d’assistance ci-dessous.',
  'Keep your recovery codes': 'Conservez vos codes de secours',
  'With one of these you can sign in when you have lost your device. Each works once. They are shown this one time only.':
    'Avec l’un d’eux vous pouvez vous connecter si vous avez perdu votre appareil. Chacun sert une fois. Ils ne sont affichés que cette fois-ci.',
  Copied: 'Copié',
  Copy: 'Copier',
  'Welcome. This makes the account of {email} yours.': 'Bienvenue. Vous prenez ici possession du compte de {email}.',
  Password: 'Mot de passe',
  'I accept: {title}': 'J’accepte : {title}',
  'Everybody who is signed in with your account is signed out then.':
    'Toute personne connectée avec votre compte sera alors déconnectée.',
  'Save the password': 'Enregistrer le mot de passe',
  'Use a recovery code': 'Utiliser un code de secours',
  'Confirm that it is you': 'Confirmez que c’est bien vous',
  'Use your passkey': 'Utiliser votre clé d’accès',
  'Each recovery code works once.': 'Chaque code de secours sert une fois.',
  'Use another way': 'Utiliser un autre moyen',
  'Lost your device?': 'Appareil perdu ?',
  'Passkeys need JavaScript. Switch it on for this page, or use a recovery code.':
    'Les clés d’accès nécessitent JavaScript. Activez-le pour cette page, ou utilisez un code de secours.',
  or: 'ou',
  'Recovery code': 'Code de secours',
  'Code from your authenticator app': 'Code de votre application d’authentification',
  'Set up': 'Configuré',
  'Set it up': 'Configurer',
  'Chosen on {date}': 'Choisi le {date}',
  Change: 'Modifier',
  'Authenticator app': 'Application d’authentification',
  'Not set up': 'Non configuré',
  'An app that shows a new code every half minute, asked for after the password':
    'Une application qui affiche un nouveau code toutes les trente secondes, demandé après le mot de passe',
  Passkeys: 'Clés d’accès',
  'Finger, face, PIN or a security key, instead of codes':
    'Empreinte, visage, code PIN ou clé de sécurité, au lieu de codes',
  'Start page': 'Page d’accueil',
  Remove: 'Retirer',
  'Added {date}': 'Ajoutée le {date}',
  'Added {date}, last used {used}': 'Ajoutée le {date}, utilisée la dernière fois le {used}',
  'Remove {name}': 'Retirer {name}',
  'Recovery codes': 'Codes de secours',
  'One code left': 'Il reste un code',
  '{count} codes left': 'Il reste {count} codes',
  'For when you have lost your device': 'Pour le cas où vous auriez perdu votre appareil',
  'Make new ones': 'En créer de nouveaux',
  'to continue to {application}': 'pour continuer vers {application}',
  'Forgotten?': 'Oublié ?',
  'Keep me signed in on this device': 'Rester connecté sur cet appareil',
  'E-mail me a code': 'Recevoir un code par e-mail',
  'Continue with your organisation': 'Continuer avec votre organisation',
  'Use a passkey': 'Utiliser une clé d’accès',
  Cancel: 'Annuler',
  'Use another account': 'Utiliser un autre compte',
  'Version {version} of {date}': 'Version {version} du {date}',
  'Please read and accept these terms to go on.': 'Veuillez lire et accepter ces conditions pour continuer.',
  'This service asks you to read and accept its terms.':
    'Ce service vous demande de lire et d’accepter ses conditions.',
  'I accept these terms': 'J’accepte ces conditions',
  'Terms of use': 'Conditions d’utilisation',
  'There are no terms to accept.': 'Il n’y a pas de conditions à accepter.',
  'You have accepted these terms.': 'Vous avez accepté ces conditions.',
  'The two spellings of the password differ.': 'Les deux saisies du mot de passe diffèrent.',
  'The two spellings of the new password differ.': 'Les deux saisies du nouveau mot de passe diffèrent.',
  'The terms of use of the platform must be accepted.':
    'Les conditions d’utilisation de la plateforme doivent être acceptées.',
  'The terms of use of the service must be accepted.':
    'Les conditions d’utilisation du service doivent être acceptées.',
  'The old password is not right.': 'L’ancien mot de passe n’est pas correct.',
  'The new password is the old one.': 'Le nouveau mot de passe est identique à l’ancien.',
  'The password must have at least 12 characters.': 'Le mot de passe doit avoir au moins 12 caractères.',
  'The password must have at most 256 characters.': 'Le mot de passe doit avoir au plus 256 caractères.',
  'The password is among those that are tried first. Choose several words that do not belong together.':
    'Ce mot de passe fait partie de ceux qui sont essayés en premier. Choisissez plusieurs mots sans rapport entre eux.',
  'The password only repeats or counts up a few characters. Choose several words.':
    'Le mot de passe ne fait que répéter ou énumérer quelques caractères. Choisissez plusieurs mots.',
  'The password is little more than your own name or e-mail address. Choose several words.':
    'Le mot de passe n’est guère plus que votre nom ou votre adresse e-mail. Choisissez plusieurs mots.',
  'There were too many tries. Wait a little and try again.':
    'Il y a eu trop de tentatives. Attendez un peu et réessayez.',
  'The e-mail address or the password is not right.': 'L’adresse e-mail ou le mot de passe n’est pas correct.',
  'The code is not valid (any more). Ask for a new one.': 'Le code n’est pas ou plus valable. Demandez-en un nouveau.',
  'The browser did not give a passkey. Try again.': 'Le navigateur n’a pas fourni de clé d’accès. Réessayez.',
  'The passkey could not be checked. Try again.': 'La clé d’accès n’a pas pu être vérifiée. Réessayez.',
  'There is no such passkey.': 'Cette clé d’accès n’existe pas.',
  'That passkey is not right for this sign-in. Try again, or sign in another way.':
    'Cette clé d’accès ne convient pas à cette connexion. Réessayez, ou connectez-vous autrement.',
  'Passkeys need a host name with https.': 'Les clés d’accès nécessitent un nom d’hôte avec https.',
  'That code is not right. Wait for the next one, and check that the clock of your device is right.':
    'Ce code n’est pas correct. Attendez le suivant, et vérifiez que l’horloge de votre appareil est à l’heure.',
  'There is no authenticator app to confirm. Start again.':
    'Il n’y a pas d’application d’authentification à confirmer. Recommencez.',
  'That code is not right, or it was used before.': 'Ce code n’est pas correct, ou il a déjà été utilisé.',
  'That code is not right, or its time is over.': 'Ce code n’est pas correct, ou il a expiré.',
  'Your account here is deactivated. Ask your administrator.':
    'Votre compte ici est désactivé. Adressez-vous à votre administrateur.',
  'Your organisation did not tell your e-mail address, which an account needs.':
    'Votre organisation n’a pas communiqué votre adresse e-mail, nécessaire à un compte.',
  'Your organisation has not verified your e-mail address. Ask your administrator.':
    'Votre organisation n’a pas vérifié votre adresse e-mail. Adressez-vous à votre administrateur.',
  'You have no account here yet. Ask your administrator for one.':
    'Vous n’avez pas encore de compte ici. Demandez-en un à votre administrateur.',
  'An account with your e-mail address belongs to somebody else. Ask your administrator.':
    'Un compte avec votre adresse e-mail appartient à quelqu’un d’autre. Adressez-vous à votre administrateur.',
  'No organisation signs people with this address in here. Use your password.':
    'Aucune organisation ne connecte ici de personnes avec cette adresse. Utilisez votre mot de passe.',
  'It took too long, or it was finished or started again in another window. Go back to the application and start again. Cookies must be allowed for this site.':
    'Elle a pris trop de temps, ou elle a été terminée ou recommencée dans une autre fenêtre. Retournez à l’application et recommencez. Les cookies doivent être autorisés pour ce site.',
  'The application is not registered any more.': 'L’application n’est plus enregistrée.',
  'To go on, accept the terms.': 'Pour continuer, acceptez les conditions.',
  'There is a newer version of the terms. Please read that one.':
    'Il existe une version plus récente des conditions. Veuillez lire celle-ci.',
  'This form was sent from another site. Open the page here and fill it in again.':
    'Ce formulaire a été envoyé depuis un autre site. Ouvrez la page ici et remplissez-le de nouveau.',
  'this must have at most 100 characters.': 'au plus 100 caractères ici.',
  'this must have at most 200 characters.': 'au plus 200 caractères ici.',
  'this must have no line breaks or control characters.': 'ni retours à la ligne ni caractères de contrôle ici.',
  'this must be a country code such as NO.': 'ceci doit être un code de pays comme NO.',
  'this must be an e-mail address.': 'ceci doit être une adresse e-mail.',
  'You subscribe to this service.': 'Vous êtes abonné à ce service.',
  'You have asked for access. Those who run the service decide about it, and you will hear from us.':
    'Vous avez demandé l’accès. Les responsables du service en décident, et nous vous tiendrons au courant.',
  'Your subscription was not approved. Ask those who run the service if you think it should be.':
    'Votre abonnement n’a pas été approuvé. Adressez-vous aux responsables du service si vous pensez qu’il devrait l’être.',
  'Your subscription could not be carried out. Those who run the service have to put it right.':
    'Votre abonnement n’a pas pu être mis en place. Les responsables du service doivent y remédier.',
  'By {company}': 'Par {company}',
  'This is a part of {service}: the subscription is to the whole.':
    'Ceci est une partie de {service} : l’abonnement porte sur l’ensemble.',
  'Terms of use of the service': 'Conditions d’utilisation du service',
  'You do not subscribe to this service yet.': 'Vous n’êtes pas encore abonné à ce service.',
  'You do not subscribe to this service, and people cannot do so by themselves. Ask those who run it for access.':
    'Vous n’êtes pas abonné à ce service, et l’on ne peut pas s’y abonner soi-même. Demandez l’accès à ses responsables.',
  'Your access level is {level}.': 'Votre niveau d’accès est {level}.',
  'Those who run the service decide about it.': 'Les responsables du service en décident.',
  'Ask for access': 'Demander l’accès',
  Subscribe: 'S’abonner',
  'Open {service}': 'Ouvrir {service}',
  'It was removed, or people of your organisation cannot see it. Ask those who run it for access.':
    'Il a été supprimé, ou les personnes de votre organisation ne peuvent pas le voir. Demandez l’accès à ses responsables.',
  'There is no such service for you': 'Ce service n’existe pas pour vous',
  // A service of the catalog, and mails that are not wanted.
  'You subscribe to this service. Your access level is {level}.':
    'Vous êtes abonné à ce service. Votre niveau d’accès est {level}.',
  'Users cannot subscribe to this service by themselves.': 'Personne ne peut s’abonner à ce service de soi-même.',
  'The subscription was rejected.': 'L’abonnement a été refusé.',
  'No more mails of {service}?': 'Plus d’e-mails de {service} ?',
  'You will get no more mails of “{channel}”. Messages in the notification center go on.':
    'Vous ne recevrez plus d’e-mails de « {channel} ». Les messages du centre de notifications continuent.',
  Unsubscribe: 'Se désabonner',
  'You are unsubscribed': 'Vous êtes désabonné',
  '{service} sends you no more mails of “{channel}”.': '{service} ne vous envoie plus d’e-mails de « {channel} ».',
  'This link does not work': 'Ce lien ne fonctionne pas',
  'It was cut off or changed on its way, or what it speaks of is gone. Copy it from the mail as a whole.':
    'Il a été coupé ou modifié en chemin, ou ce dont il parle n’existe plus. Copiez-le en entier depuis l’e-mail.',
  Language: 'Langue',
  'The code of your language, such as en, de or fr. Mails about your account are in it.':
    'Le code de votre langue, par exemple en, de ou fr. Les e-mails concernant votre compte l’utilisent.',
  'this must be a language code such as en-GB.': 'ceci doit être un code de langue comme en-GB.',
  "Your organisation's sign-in did not answer as it should. Try again in a moment.":
    'La connexion de votre organisation n’a pas répondu comme prévu. Réessayez dans un instant.',
};
