/** German. Texts that the code does not name stand for errors, which operations tell in English. */
export const german = {
  'Sign out?': 'Abmelden?',
  'You will be signed out of all applications that you opened in this browser.':
    'Sie werden von allen Anwendungen abgemeldet, die Sie in diesem Browser geöffnet haben.',
  'Sign out': 'Abmelden',
  'Stay signed in': 'Angemeldet bleiben',
  'Connect {application}?': '{application} verbinden?',
  'Does your device show the same code?': 'Zeigt Ihr Gerät denselben Code?',
  'Yes, connect': 'Ja, verbinden',
  'No, stop': 'Nein, abbrechen',
  'Stop if you did not start this yourself, or if somebody sent you the code.':
    'Brechen Sie ab, wenn Sie dies nicht selbst begonnen haben oder wenn Ihnen jemand den Code geschickt hat.',
  'Your device is connected': 'Ihr Gerät ist verbunden',
  '{application} goes on by itself. You can close this window.':
    '{application} macht von selbst weiter. Sie können dieses Fenster schließen.',
  'Nothing was connected': 'Es wurde nichts verbunden',
  'The code does not work any more. You can close this window. If somebody sent you the code, tell those who look after the platform.':
    'Der Code gilt nicht mehr. Sie können dieses Fenster schließen. Wenn Ihnen jemand den Code geschickt hat, sagen Sie es denen, die die Plattform betreuen.',
  'Go to the start page': 'Zur Startseite',
  'You are signed out': 'Sie sind abgemeldet',
  'On a shared computer, close the browser too.':
    'Schließen Sie an einem gemeinsam benutzten Rechner auch den Browser.',
  'You are still signed in': 'Sie sind weiterhin angemeldet',
  'You left {application}': 'Sie haben {application} verlassen',
  'Nothing was changed.': 'Es wurde nichts geändert.',
  'You are still signed in here.': 'Hier sind Sie weiterhin angemeldet.',
  'Connect a device': 'Ein Gerät verbinden',
  'Enter the code that your device or command line shows.':
    'Geben Sie den Code ein, den Ihr Gerät oder Ihre Kommandozeile zeigt.',
  Code: 'Code',
  Continue: 'Weiter',
  '(optional)': '(optional)',
  Show: 'Zeigen',
  Hide: 'Verbergen',
  'There were too many tries. Try again in {time}.':
    'Das waren zu viele Versuche. Versuchen Sie es in {time} noch einmal.',
  'Something is not right yet. It is marked below.': 'Etwas stimmt noch nicht. Es ist unten gekennzeichnet.',
  'one second': 'einer Sekunde',
  '{count} seconds': '{count} Sekunden',
  '{count} minutes': '{count} Minuten',
  'Problem: {title}': 'Problem: {title}',
  'Activate your account': 'Aktivieren Sie Ihr Konto',
  'Your code: {code}': 'Ihr Code: {code}',
  'An account was made for you. Enter this code in the app to make it yours: {code}':
    'Für Sie wurde ein Konto angelegt. Geben Sie diesen Code in der App ein, um es zu übernehmen: {code}',
  'It is good for ten minutes.': 'Er gilt zehn Minuten.',
  'Enter it here instead': 'Stattdessen hier eingeben',
  'You get this mail because of your account at Portolan.':
    'Sie erhalten diese E-Mail wegen Ihres Kontos bei Portolan.',
  'An account was made for you.': 'Für Sie wurde ein Konto angelegt.',
  'You are invited to {to}.': 'Sie sind eingeladen zu {to}.',
  'Open the page below, check your name and choose a password. The link is yours alone and good until {date}.':
    'Öffnen Sie die Seite unten, prüfen Sie Ihren Namen und wählen Sie ein Passwort. Der Link ist nur für Sie und gilt bis zum {date}.',
  'Activate the account': 'Konto aktivieren',
  'Choose a new password': 'Wählen Sie ein neues Passwort',
  'Somebody, probably you, asked for a new password for your account.':
    'Jemand, vermutlich Sie selbst, hat ein neues Passwort für Ihr Konto angefordert.',
  'Somebody, probably you, asked for a new password for your account of {tenant}.':
    'Jemand, vermutlich Sie selbst, hat ein neues Passwort für Ihr Konto bei {tenant} angefordert.',
  'The link is good for half an hour and works once.': 'Der Link gilt eine halbe Stunde und nur einmal.',
  'If it was not you, you need not do anything. Your password stays as it is.':
    'Wenn Sie es nicht waren, müssen Sie nichts tun. Ihr Passwort bleibt, wie es ist.',
  'A change to your account': 'Eine Änderung an Ihrem Konto',
  'If that was you, you need not do anything.': 'Wenn Sie das waren, müssen Sie nichts tun.',
  'If it was not, choose a new password at once: everybody who is signed in with your account is then signed out.':
    'Wenn nicht, wählen Sie sofort ein neues Passwort: Dann werden alle abgemeldet, die mit Ihrem Konto angemeldet sind.',
  'The password of your account was changed.': 'Das Passwort Ihres Kontos wurde geändert.',
  'An authenticator app was added to your account.': 'Eine Authenticator-App wurde zu Ihrem Konto hinzugefügt.',
  'The authenticator app was removed from your account.': 'Die Authenticator-App wurde von Ihrem Konto entfernt.',
  'A passkey was added to your account.': 'Ein Passkey wurde zu Ihrem Konto hinzugefügt.',
  'A passkey was removed from your account.': 'Ein Passkey wurde von Ihrem Konto entfernt.',
  'New recovery codes were made for your account. The ones from before do not work any more.':
    'Für Ihr Konto wurden neue Wiederherstellungscodes erzeugt. Die bisherigen gelten nicht mehr.',
  'Your code to sign in': 'Ihr Code zum Anmelden',
  'Enter this code in the window where you sign in: {code}':
    'Geben Sie diesen Code in dem Fenster ein, in dem Sie sich anmelden: {code}',
  'Enter this code in the window where you sign in to your account of {tenant}: {code}':
    'Geben Sie diesen Code in dem Fenster ein, in dem Sie sich bei Ihrem Konto von {tenant} anmelden: {code}',
  'It is good for ten minutes and for that window only. Nobody from Portolan will ever ask you for it.':
    'Er gilt zehn Minuten und nur für dieses Fenster. Niemand von Portolan wird Sie je danach fragen.',
  'If you are not signing in, you need not do anything. Without the code nobody gets in.':
    'Wenn Sie sich nicht anmelden wollten, müssen Sie nichts tun. Ohne den Code kommt niemand hinein.',
  'That did not work': 'Das hat nicht geklappt',
  'You may not do that': 'Das dürfen Sie nicht',
  'There is nothing here': 'Hier ist nichts',
  'Too many requests': 'Zu viele Anfragen',
  'We are busy just now': 'Gerade ist zu viel los',
  'Something went wrong on our side': 'Bei uns ist etwas schiefgegangen',
  'That took too long': 'Das hat zu lange gedauert',
  'It was used already, or its time is over, or a newer one was sent since.':
    'Er wurde schon benutzt, seine Zeit ist abgelaufen, oder es wurde inzwischen ein neuerer verschickt.',
  'Look for a newer mail. Otherwise ask for a new link: with “Forgotten?” on the sign-in page, or from whoever invited you.':
    'Suchen Sie nach einer neueren E-Mail. Sonst fordern Sie einen neuen Link an: mit „Vergessen?“ auf der Anmeldeseite oder bei der Person, die Sie eingeladen hat.',
  'This sign-in has ended': 'Diese Anmeldung ist beendet',
  'This link does not work any more': 'Dieser Link gilt nicht mehr',
  'Enter your e-mail address.': 'Geben Sie Ihre E-Mail-Adresse ein.',
  'Enter the code.': 'Geben Sie den Code ein.',
  '{organisation} did not sign you in.': '{organisation} hat Sie nicht angemeldet.',
  'Back to the sign-in': 'Zurück zur Anmeldung',
  'You were not signed in': 'Sie wurden nicht angemeldet',
  'Your password is changed': 'Ihr Passwort ist geändert',
  'Sign in with the new one. If you were signing in to an application, go back there and start again.':
    'Melden Sie sich mit dem neuen an. Wenn Sie sich gerade bei einer Anwendung anmelden wollten, gehen Sie dorthin zurück und beginnen Sie von vorn.',
  'Sign in': 'Anmelden',
  'Choose a new password.': 'Wählen Sie ein neues Passwort.',
  'Your account has no password here: you sign in at your own organisation, and change it there.':
    'Ihr Konto hat hier kein Passwort: Sie melden sich bei Ihrer eigenen Organisation an und ändern es dort.',
  'No password here': 'Kein Passwort hier',
  'You are signed out everywhere else.': 'Überall sonst sind Sie abgemeldet.',
  'Enter your present password.': 'Geben Sie Ihr jetziges Passwort ein.',
  'Others see it from now on.': 'Andere sehen es ab jetzt.',
  'Your profile is saved': 'Ihr Profil ist gespeichert',
  'Enter your last name.': 'Geben Sie Ihren Nachnamen ein.',
  'Your account is ready': 'Ihr Konto ist bereit',
  'You can sign in now with your e-mail address and the new password, here or at the application that you were invited to.':
    'Sie können sich jetzt mit Ihrer E-Mail-Adresse und dem neuen Passwort anmelden, hier oder bei der Anwendung, zu der Sie eingeladen wurden.',
  'Choose a password.': 'Wählen Sie ein Passwort.',
  'Enter your first name.': 'Geben Sie Ihren Vornamen ein.',
  Back: 'Zurück',
  'I have kept them': 'Ich habe sie aufbewahrt',
  'From then on you are asked for a code of the app after your password.':
    'Von da an werden Sie nach dem Passwort um einen Code der App gebeten.',
  'Enter the code that the app shows.': 'Geben Sie den Code ein, den die App zeigt.',
  'You are signed in.': 'Sie sind angemeldet.',
  'You are not signed in, so the page cannot be shown.':
    'Sie sind nicht angemeldet, daher kann die Seite nicht gezeigt werden.',
  'Signed in': 'Angemeldet',
  'Not signed in': 'Nicht angemeldet',
  'Not now': 'Nicht jetzt',
  'Use “{scope}”': '„{scope}“ benutzen',
  'Know who you are': 'Wissen, wer Sie sind',
  'See your name and language': 'Ihren Namen und Ihre Sprache sehen',
  'See your e-mail address': 'Ihre E-Mail-Adresse sehen',
  'See your phone number': 'Ihre Telefonnummer sehen',
  'Stay connected while you are away': 'Verbunden bleiben, während Sie weg sind',
  'I do not accept them': 'Ich stimme nicht zu',
  'Your account needs a second proof besides the password, so that a stolen password alone opens nothing.':
    'Ihr Konto braucht neben dem Passwort einen zweiten Nachweis, damit ein gestohlenes Passwort allein nichts öffnet.',
  'Enter your password.': 'Geben Sie Ihr Passwort ein.',
  'Enter your code': 'Geben Sie Ihren Code ein',
  'Enter the code from the e-mail to activate the account that was made for you.':
    'Geben Sie den Code aus der E-Mail ein, um das Konto zu aktivieren, das für Sie angelegt wurde.',
  'E-mail address': 'E-Mail-Adresse',
  'Code from the e-mail': 'Code aus der E-Mail',
  'Add a passkey': 'Passkey hinzufügen',
  'Your browser asks for your finger, face, PIN or security key. Give the passkey a name by which you will know it.':
    'Ihr Browser fragt nach Finger, Gesicht, PIN oder Sicherheitsschlüssel. Geben Sie dem Passkey einen Namen, an dem Sie ihn erkennen.',
  'Add the passkey': 'Passkey hinzufügen',
  Name: 'Name',
  'My device': 'Mein Gerät',
  'Passkeys need JavaScript. Switch it on for this page.':
    'Passkeys brauchen JavaScript. Schalten Sie es für diese Seite ein.',
  'Change your password': 'Ändern Sie Ihr Passwort',
  'You stay signed in here and are signed out everywhere else.':
    'Hier bleiben Sie angemeldet, überall sonst werden Sie abgemeldet.',
  'Present password': 'Jetziges Passwort',
  'New password': 'Neues Passwort',
  'Change the password': 'Passwort ändern',
  'Choose an account': 'Wählen Sie ein Konto',
  '{email} has more than one account here.': '{email} hat hier mehr als ein Konto.',
  'Choose your organisation': 'Wählen Sie Ihre Organisation',
  'More than one organisation signs in people with addresses at {domain}.':
    'Mehr als eine Organisation meldet Personen mit Adressen von {domain} an.',
  'Continue to {application}?': 'Weiter zu {application}?',
  'Allow {application}?': '{application} erlauben?',
  'You will be sent to {host}.': 'Sie werden zu {host} weitergeleitet.',
  'The application wants to:': 'Die Anwendung möchte:',
  Allow: 'Erlauben',
  'Do not allow': 'Nicht erlauben',
  'Allow this only if you know the application and started it yourself.':
    'Erlauben Sie dies nur, wenn Sie die Anwendung kennen und sie selbst gestartet haben.',
  'Enter the code': 'Geben Sie den Code ein',
  'If {email} has an account here, a code of six digits is on its way there. It is good for ten minutes.':
    'Wenn {email} hier ein Konto hat, ist ein Code aus sechs Ziffern dorthin unterwegs. Er gilt zehn Minuten.',
  'No mail? Look into the spam folder, or go back and try another address.':
    'Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder gehen Sie zurück und versuchen Sie eine andere Adresse.',
  'Set up your authenticator app': 'Richten Sie Ihre Authenticator-App ein',
  'Scan this with an authenticator app, such as the one of your phone or password manager.':
    'Scannen Sie dies mit einer Authenticator-App, etwa der Ihres Telefons oder Passwort-Managers.',
  'QR code with the key that stands below': 'QR-Code mit dem Schlüssel, der unten steht',
  'Cannot scan it?': 'Scannen geht nicht?',
  'Type this key into the app, for codes that depend on the time. Or {link}.':
    'Tippen Sie diesen Schlüssel in die App, für Codes, die von der Zeit abhängen. Oder {link}.',
  'open it in an app on this device': 'öffnen Sie ihn in einer App auf diesem Gerät',
  'Code that the app shows now': 'Code, den die App jetzt zeigt',
  Confirm: 'Bestätigen',
  'For those who look after the application': 'Für alle, die die Anwendung betreuen',
  'Support code': 'Support-Code',
  'Forgotten your password?': 'Passwort vergessen?',
  'Tell us your e-mail address and we send you a link to choose a new one.':
    'Nennen Sie uns Ihre E-Mail-Adresse, und wir schicken Ihnen einen Link, mit dem Sie ein neues wählen.',
  'Send the link': 'Link schicken',
  'Look into your mail': 'Sehen Sie in Ihre E-Mails',
  'If {email} has an account here, a link to choose a new password is on its way. It is good for half an hour. No mail? Look into the spam folder, or try another address.':
    'Wenn {email} hier ein Konto hat, ist ein Link unterwegs, mit dem Sie ein neues Passwort wählen. Er gilt eine halbe Stunde. Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder versuchen Sie eine andere Adresse.',
  'At least {length} characters. Several words that do not belong together are good.':
    'Mindestens {length} Zeichen. Gut sind mehrere Wörter, die nicht zusammengehören.',
  'The same again': 'Noch einmal dasselbe',
  'Your password was set by somebody else. Choose one that only you know.':
    'Ihr Passwort wurde von jemand anderem gesetzt. Wählen Sie eines, das nur Sie kennen.',
  'Your password is older than the service allows. Choose a new one.':
    'Ihr Passwort ist älter, als der Dienst erlaubt. Wählen Sie ein neues.',
  'No passkey was used. Try again, or go on another way.':
    'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal, oder gehen Sie einen anderen Weg.',
  'This passkey is registered already.': 'Dieser Passkey ist schon registriert.',
  'Passkeys do not work at this address.': 'Passkeys funktionieren unter dieser Adresse nicht.',
  'The passkey did not work. Try again, or go on another way.':
    'Der Passkey hat nicht funktioniert. Versuchen Sie es noch einmal, oder gehen Sie einen anderen Weg.',
  'First name': 'Vorname',
  'Last name': 'Nachname',
  'Shown name': 'Angezeigter Name',
  'Left empty, you are shown as “last name, first name”.':
    'Bleibt dies leer, werden Sie als „Nachname, Vorname“ gezeigt.',
  Country: 'Land',
  'The code of your country, such as NO or DE.': 'Das Kürzel Ihres Landes, etwa NO oder DE.',
  'Your profile': 'Ihr Profil',
  'What others see of you.': 'Was andere von Ihnen sehen.',
  'Please complete what others see of you. Missing: {fields}.':
    'Bitte vervollständigen Sie, was andere von Ihnen sehen. Es fehlt: {fields}.',
  'Your organisation manages this account and may change it back.':
    'Ihre Organisation verwaltet dieses Konto und kann dies wieder ändern.',
  Save: 'Speichern',
  'Back to the application': 'Zurück zur Anwendung',
  'How you sign in': 'Wie Sie sich anmelden',
  'We do not know this application': 'Diese Anwendung kennen wir nicht',
  'The application that sent you here is not registered, or was switched off.':
    'Die Anwendung, die Sie hierher geschickt hat, ist nicht registriert oder wurde abgeschaltet.',
  'The application sent a wrong address': 'Die Anwendung hat eine falsche Adresse geschickt',
  'The application asked to be called back at an address that it has not registered. To keep your account safe we go no further.':
    'Die Anwendung wollte an einer Adresse zurückgerufen werden, die sie nicht registriert hat. Damit Ihr Konto sicher bleibt, gehen wir nicht weiter.',
  'The application asked in a wrong way': 'Die Anwendung hat falsch angefragt',
  'The request of the application could not be understood.': 'Die Anfrage der Anwendung war nicht zu verstehen.',
  'It took too long, or it was finished or started again in another window. Cookies must be allowed for this site.':
    'Sie hat zu lange gedauert, oder sie wurde in einem anderen Fenster beendet oder neu begonnen. Cookies müssen für diese Seite erlaubt sein.',
  'The sign-in was cancelled or refused.': 'Die Anmeldung wurde abgebrochen oder abgelehnt.',
  'There is no page at this address.': 'Unter dieser Adresse gibt es keine Seite.',
  'Check the address, or go back to where you came from.':
    'Prüfen Sie die Adresse, oder gehen Sie dorthin zurück, woher Sie kamen.',
  'The request could not be finished.': 'Die Anfrage konnte nicht beendet werden.',
  'Try again in a moment. If it happens again, the support code below finds it in the log.':
    'Versuchen Sie es gleich noch einmal. Wenn es wieder geschieht, findet der Support-Code unten es im Protokoll.',
  'The sign-in could not go on': 'Die Anmeldung konnte nicht weitergehen',
  'The request of the application was refused.': 'Die Anfrage der Anwendung wurde abgelehnt.',
  'Go back to the application and start again.': 'Gehen Sie zur Anwendung zurück und beginnen Sie von vorn.',
  'If that does not help:': 'Wenn das nicht hilft:',
  'Tell those who look after the application, with the support code below.':
    'Sagen Sie es denen, die die Anwendung betreuen, mit dem Support-Code unten.',
  'Keep your recovery codes': 'Bewahren Sie Ihre Wiederherstellungscodes auf',
  'With one of these you can sign in when you have lost your device. Each works once. They are shown this one time only.':
    'Mit einem davon können Sie sich anmelden, wenn Sie Ihr Gerät verloren haben. Jeder gilt einmal. Sie werden nur dieses eine Mal gezeigt.',
  Copied: 'Kopiert',
  Copy: 'Kopieren',
  'Welcome. This makes the account of {email} yours.': 'Willkommen. Hiermit übernehmen Sie das Konto von {email}.',
  Password: 'Passwort',
  'I accept: {title}': 'Ich stimme zu: {title}',
  'Everybody who is signed in with your account is signed out then.':
    'Alle, die mit Ihrem Konto angemeldet sind, werden dann abgemeldet.',
  'Save the password': 'Passwort speichern',
  'Use a recovery code': 'Wiederherstellungscode benutzen',
  'Confirm that it is you': 'Bestätigen Sie, dass Sie es sind',
  'Use your passkey': 'Ihren Passkey benutzen',
  'Each recovery code works once.': 'Jeder Wiederherstellungscode gilt einmal.',
  'Use another way': 'Einen anderen Weg nehmen',
  'Lost your device?': 'Gerät verloren?',
  'Passkeys need JavaScript. Switch it on for this page, or use a recovery code.':
    'Passkeys brauchen JavaScript. Schalten Sie es für diese Seite ein, oder nehmen Sie einen Wiederherstellungscode.',
  or: 'oder',
  'Recovery code': 'Wiederherstellungscode',
  'Code from your authenticator app': 'Code aus Ihrer Authenticator-App',
  'Set up': 'Eingerichtet',
  'Set it up': 'Einrichten',
  'Chosen on {date}': 'Gewählt am {date}',
  Change: 'Ändern',
  'Authenticator app': 'Authenticator-App',
  'Not set up': 'Nicht eingerichtet',
  'An app that shows a new code every half minute, asked for after the password':
    'Eine App, die jede halbe Minute einen neuen Code zeigt; er wird nach dem Passwort verlangt',
  Passkeys: 'Passkeys',
  'Finger, face, PIN or a security key, instead of codes':
    'Finger, Gesicht, PIN oder ein Sicherheitsschlüssel, statt Codes',
  'Start page': 'Startseite',
  Remove: 'Entfernen',
  'Added {date}': 'Hinzugefügt am {date}',
  'Added {date}, last used {used}': 'Hinzugefügt am {date}, zuletzt benutzt am {used}',
  'Remove {name}': '{name} entfernen',
  'Recovery codes': 'Wiederherstellungscodes',
  'One code left': 'Noch ein Code',
  '{count} codes left': 'Noch {count} Codes',
  'For when you have lost your device': 'Für den Fall, dass Sie Ihr Gerät verloren haben',
  'Make new ones': 'Neue erzeugen',
  'to continue to {application}': 'um mit {application} weiterzumachen',
  'Forgotten?': 'Vergessen?',
  'Keep me signed in on this device': 'Auf diesem Gerät angemeldet bleiben',
  'E-mail me a code': 'Code per E-Mail schicken',
  'Continue with your organisation': 'Weiter mit Ihrer Organisation',
  'Use a passkey': 'Passkey benutzen',
  Cancel: 'Abbrechen',
  'Use another account': 'Anderes Konto benutzen',
  'Version {version} of {date}': 'Fassung {version} vom {date}',
  'Please read and accept these terms to go on.':
    'Bitte lesen Sie diese Bedingungen und stimmen Sie zu, um fortzufahren.',
  'This service asks you to read and accept its terms.':
    'Dieser Dienst bittet Sie, seine Bedingungen zu lesen und ihnen zuzustimmen.',
  'I accept these terms': 'Ich stimme diesen Bedingungen zu',
  'Terms of use': 'Nutzungsbedingungen',
  'There are no terms to accept.': 'Es gibt keine Bedingungen, denen zuzustimmen wäre.',
  'You have accepted these terms.': 'Sie haben diesen Bedingungen zugestimmt.',
  'The two spellings of the password differ.': 'Die beiden Schreibweisen des Passworts unterscheiden sich.',
  'The two spellings of the new password differ.': 'Die beiden Schreibweisen des neuen Passworts unterscheiden sich.',
  'The terms of use of the platform must be accepted.': 'Den Nutzungsbedingungen der Plattform müssen Sie zustimmen.',
  'The terms of use of the service must be accepted.': 'Den Nutzungsbedingungen des Dienstes müssen Sie zustimmen.',
  'The old password is not right.': 'Das alte Passwort stimmt nicht.',
  'The new password is the old one.': 'Das neue Passwort ist das alte.',
  'The password must have at least 12 characters.': 'Das Passwort muss mindestens 12 Zeichen haben.',
  'The password must have at most 256 characters.': 'Das Passwort darf höchstens 256 Zeichen haben.',
  'The password is among those that are tried first. Choose several words that do not belong together.':
    'Das Passwort gehört zu denen, die zuerst probiert werden. Wählen Sie mehrere Wörter, die nicht zusammengehören.',
  'The password only repeats or counts up a few characters. Choose several words.':
    'Das Passwort wiederholt nur wenige Zeichen oder zählt sie hoch. Wählen Sie mehrere Wörter.',
  'The password is little more than your own name or e-mail address. Choose several words.':
    'Das Passwort ist kaum mehr als Ihr eigener Name oder Ihre E-Mail-Adresse. Wählen Sie mehrere Wörter.',
  'There were too many tries. Wait a little and try again.':
    'Das waren zu viele Versuche. Warten Sie ein wenig und versuchen Sie es noch einmal.',
  'The e-mail address or the password is not right.': 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
  'The code is not valid (any more). Ask for a new one.': 'Der Code gilt nicht (mehr). Fordern Sie einen neuen an.',
  'The browser did not give a passkey. Try again.':
    'Der Browser hat keinen Passkey geliefert. Versuchen Sie es noch einmal.',
  'The passkey could not be checked. Try again.':
    'Der Passkey konnte nicht geprüft werden. Versuchen Sie es noch einmal.',
  'There is no such passkey.': 'Diesen Passkey gibt es nicht.',
  'That passkey is not right for this sign-in. Try again, or sign in another way.':
    'Dieser Passkey passt nicht zu dieser Anmeldung. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  'Passkeys need a host name with https.': 'Passkeys brauchen einen Hostnamen mit https.',
  'That code is not right. Wait for the next one, and check that the clock of your device is right.':
    'Dieser Code stimmt nicht. Warten Sie auf den nächsten, und prüfen Sie, ob die Uhr Ihres Geräts richtig geht.',
  'There is no authenticator app to confirm. Start again.':
    'Es gibt keine Authenticator-App zu bestätigen. Beginnen Sie von vorn.',
  'That code is not right, or it was used before.': 'Dieser Code stimmt nicht, oder er wurde schon benutzt.',
  'That code is not right, or its time is over.': 'Dieser Code stimmt nicht, oder seine Zeit ist abgelaufen.',
  'Your account here is deactivated. Ask your administrator.':
    'Ihr Konto hier ist deaktiviert. Fragen Sie Ihre Administration.',
  'Your organisation did not tell your e-mail address, which an account needs.':
    'Ihre Organisation hat Ihre E-Mail-Adresse nicht mitgeteilt, die ein Konto braucht.',
  'Your organisation has not verified your e-mail address. Ask your administrator.':
    'Ihre Organisation hat Ihre E-Mail-Adresse nicht bestätigt. Fragen Sie Ihre Administration.',
  'You have no account here yet. Ask your administrator for one.':
    'Sie haben hier noch kein Konto. Bitten Sie Ihre Administration um eines.',
  'An account with your e-mail address belongs to somebody else. Ask your administrator.':
    'Ein Konto mit Ihrer E-Mail-Adresse gehört jemand anderem. Fragen Sie Ihre Administration.',
  'No organisation signs people with this address in here. Use your password.':
    'Keine Organisation meldet hier Personen mit dieser Adresse an. Nehmen Sie Ihr Passwort.',
  'It took too long, or it was finished or started again in another window. Go back to the application and start again. Cookies must be allowed for this site.':
    'Sie hat zu lange gedauert, oder sie wurde in einem anderen Fenster beendet oder neu begonnen. Gehen Sie zur Anwendung zurück und beginnen Sie von vorn. Cookies müssen für diese Seite erlaubt sein.',
  'The application is not registered any more.': 'Die Anwendung ist nicht mehr registriert.',
  'To go on, accept the terms.': 'Um fortzufahren, stimmen Sie den Bedingungen zu.',
  'There is a newer version of the terms. Please read that one.':
    'Es gibt eine neuere Fassung der Bedingungen. Bitte lesen Sie diese.',
  'This form was sent from another site. Open the page here and fill it in again.':
    'Dieses Formular wurde von einer anderen Seite geschickt. Öffnen Sie die Seite hier und füllen Sie es noch einmal aus.',
  'this must have at most 100 characters.': 'hier sind höchstens 100 Zeichen erlaubt.',
  'this must have at most 200 characters.': 'hier sind höchstens 200 Zeichen erlaubt.',
  'this must have no line breaks or control characters.': 'hier sind keine Zeilenumbrüche oder Steuerzeichen erlaubt.',
  'this must be a country code such as NO.': 'dies muss ein Länderkürzel wie NO sein.',
  'this must be an e-mail address.': 'dies muss eine E-Mail-Adresse sein.',
  'You subscribe to this service.': 'Sie haben diesen Dienst abonniert.',
  'You have asked for access. Those who run the service decide about it, and you will hear from us.':
    'Sie haben um Zugang gebeten. Wer den Dienst betreibt, entscheidet darüber, und Sie hören von uns.',
  'Your subscription was not approved. Ask those who run the service if you think it should be.':
    'Ihr Abonnement wurde nicht genehmigt. Fragen Sie die Betreiber des Dienstes, wenn Sie meinen, dass es genehmigt werden sollte.',
  'Your subscription could not be carried out. Those who run the service have to put it right.':
    'Ihr Abonnement konnte nicht ausgeführt werden. Die Betreiber des Dienstes müssen das in Ordnung bringen.',
  'By {company}': 'Von {company}',
  'This is a part of {service}: the subscription is to the whole.':
    'Dies ist ein Teil von {service}: Das Abonnement gilt dem Ganzen.',
  'Terms of use of the service': 'Nutzungsbedingungen des Dienstes',
  'You do not subscribe to this service yet.': 'Sie haben diesen Dienst noch nicht abonniert.',
  'You do not subscribe to this service, and people cannot do so by themselves. Ask those who run it for access.':
    'Sie haben diesen Dienst nicht abonniert, und man kann das nicht selbst tun. Bitten Sie die Betreiber um Zugang.',
  'Your access level is {level}.': 'Ihre Zugangsstufe ist {level}.',
  'Those who run the service decide about it.': 'Die Betreiber des Dienstes entscheiden darüber.',
  'Ask for access': 'Um Zugang bitten',
  Subscribe: 'Abonnieren',
  'Open {service}': '{service} öffnen',
  'It was removed, or people of your organisation cannot see it. Ask those who run it for access.':
    'Er wurde entfernt, oder Personen Ihrer Organisation können ihn nicht sehen. Bitten Sie die Betreiber um Zugang.',
  'There is no such service for you': 'Diesen Dienst gibt es für Sie nicht',
  // A service of the catalog, and mails that are not wanted.
  'You subscribe to this service. Your access level is {level}.':
    'Sie haben diesen Dienst abonniert. Ihre Zugriffsstufe ist {level}.',
  'Users cannot subscribe to this service by themselves.': 'Personen können diesen Dienst nicht selbst abonnieren.',
  'The subscription was rejected.': 'Das Abonnement wurde abgelehnt.',
  'No more mails of {service}?': 'Keine E-Mails mehr von {service}?',
  'You will get no more mails of “{channel}”. Messages in the notification center go on.':
    'Sie bekommen keine E-Mails mehr von „{channel}“. Nachrichten in der Mitteilungszentrale kommen weiter.',
  Unsubscribe: 'Abbestellen',
  'You are unsubscribed': 'Sie haben abbestellt',
  '{service} sends you no more mails of “{channel}”.': '{service} schickt Ihnen keine E-Mails mehr von „{channel}“.',
  'This link does not work': 'Dieser Link funktioniert nicht',
  'It was cut off or changed on its way, or what it speaks of is gone. Copy it from the mail as a whole.':
    'Er wurde unterwegs abgeschnitten oder verändert, oder es gibt nicht mehr, wovon er spricht. Kopieren Sie ihn ganz aus der E-Mail.',
  Language: 'Sprache',
  'The code of your language, such as en, de or fr. Mails about your account are in it.':
    'Das Kürzel Ihrer Sprache, etwa en, de oder fr. E-Mails zu Ihrem Konto sind in ihr.',
  'this must be a language code such as en-GB.': 'dies muss ein Sprachkürzel wie en-GB sein.',
  "Your organisation's sign-in did not answer as it should. Try again in a moment.":
    'Die Anmeldung Ihrer Organisation hat nicht geantwortet, wie sie sollte. Versuchen Sie es gleich noch einmal.',
};
