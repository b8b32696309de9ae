/**
 * Words that lists of leaked passwords are full of, in lower case, without the digits and marks that people add to them.
 * A password that is nothing but one of these, repeated or decorated, is refused (NIST SP 800-63B).
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
  password passwort passw pass passphrase passcode pwd secret secrets geheim letmein letmeinnow welcome welcomeback
  willkommen bienvenue bienvenido velkommen admin administrator root superuser sysadmin system user username guest test
  testing tester testtest demo default changeme changeit changethis temp temporary login logon signin access master
  letmeinplease trustno trustnoone iloveyou iloveu loveyou lovelove love lover mylove sweetheart darling honey sunshine
  princess prince queen king angel angels babygirl baby babyboy beautiful pretty lovely flower rainbow butterfly unicorn
  monkey dragon tiger lion panther eagle falcon phoenix dolphin turtle bunny kitten kitty puppy doggy chicken donkey
  shadow ghost killer hunter warrior ninja samurai knight wizard merlin gandalf hobbit starwars skywalker vader yoda
  jedi matrix superman batman spiderman ironman pokemon pikachu naruto minecraft fortnite roblox warcraft counterstrike
  football fotball fussball soccer baseball basketball hockey tennis golf golfer cricket rugby formula chelsea arsenal
  liverpool barcelona realmadrid juventus manchester united lakers cowboys steelers yankees redsox packers eagles
  michael jordan jennifer jessica ashley nicole daniel andrew joshua matthew anthony robert thomas charlie george
  william richard joseph samantha amanda michelle melissa hannah jasmine sophie olivia maria martin alexander alexandra
  computer internet windows microsoft apple google android samsung nintendo playstation xbox facebook twitter instagram
  youtube linkedin yahoo hotmail gmail amazon netflix oracle cisco server database network security firewall hacker
  company business office work manager boss money dollar freedom liberty america american canada england london paris
  berlin germany france italia italy espana mexico brazil brasil india china russia moskva norway norge sweden sverige
  denmark danmark finland australia summer winter spring autumn sommer vinter herbst season monday tuesday wednesday
  thursday friday saturday sunday january february march april may june july august september october november december
  morning midnight forever always whatever nothing something anything everything please thanks thankyou hello helloworld
  hallo bonjour goodbye hello1 hey heyhey cheese banana orange cherry strawberry chocolate cookie cookies coffee pepper
  ginger peanut pumpkin candy sugar mustang ferrari porsche mercedes toyota honda harley corvette camaro yamaha suzuki
  purple silver golden yellow orange blue green black white diamond crystal platinum jesus jesuschrist christ heaven
  blessed blessing faith god godisgood allah buddha church bible matthew genesis qwerty qwertyuiop qwertyui qwertz
  qwertzuiop azerty azertyuiop asdf asdfgh asdfghjkl asdfjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc wasd
  qwer qwerasdf poiuytrewq mnbvcxz abcd abcde abcdef abcdefg abcdefgh abcdefghijkl aabbcc abcabc xyz fuckyou fuckme
  fuckoff asshole bitch bullshit motherfucker pussy dick sexy sexsex hotstuff playboy lucky luckyone success winner
  champion legend loser crazy awesome cool coolio swordfish maverick ranger thunder lightning storm hurricane tornado
  scorpion spartan trojan gladiator viking pirate captain soldier marine army navy airforce police secretpassword
  mypassword newpassword oldpassword yourpassword thepassword nopassword password1 adminadmin rootroot portolan
  `
    .trim()
    .split(/\s+/),
);
