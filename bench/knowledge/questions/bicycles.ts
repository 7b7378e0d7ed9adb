/** Written after the stand-in was finished; nothing was changed for it. */
export const bicycles = {
  title: 'Harbor Bicycles',
  text: `When we are there
The shop is open from 9:30 to 18:30 on weekdays and from 10:00 to 16:00 on Saturdays. It stays closed on Sundays and on public holidays. From November to February we close an hour earlier.

Renting a bicycle
A city bike costs $18 a day, an electric one $42. After three days every further day is half the price. Children's seats are free, and a trailer costs $9 a day. Helmets are included.

Booking and giving back
You can book online until the evening before. Please bring an identity card and leave a deposit of $100 for each bike. A bike that comes back late costs $10 for every hour that has begun. If it rains all day, you may move your booking to another date.

Repairs
A flat tire is mended while you wait, for $15. The yearly inspection takes two days and costs $75 without parts. We look after every brand, but we don't repair scooters. There is a guarantee of twelve months on our work.

Accidents and theft
Our insurance covers damage of more than $150; what is below that is yours to pay. If a bike is stolen, call the police first and then us, and keep the key. Always lock the frame to something solid.

Tours
The guided tour along the coast starts on Wednesdays at 14:00, lasts three hours and costs $29. Groups of up to ten can ask for a date of their own. The tour is easy enough for children over eight.
`,
  /** With words of the sentence that answers it. */
  there: [
    ['what time do u open on saturday', 'from 10:00 to 16:00 on Saturdays'],
    ['are you closed on sundays', 'closed on Sundays'],
    ['do you close earlier in winter', 'an hour earlier'],
    ['how much is an electric bike for a day', '$42'],
    ['price for a city bike', '$18 a day'],
    ['is a helmet included', 'Helmets are included'],
    ['do u have seats for children', "Children's seats are free"],
    ['can i book online', 'book online until'],
    ['how big is the deposit', '$100'],
    ['what if i bring it back late', '$10 for every hour'],
    ['my tire is flat, how much to fix it', '$15'],
    ['do you repair scooters', "don't repair scooters"],
    ['how long does an inspection take', 'takes two days'],
    ['somebody has stolen the bike, what now', 'call the police first'],
    ['when does the coast tour start', 'on Wednesdays at 14:00'],
    ['what happens when it rains', 'move your booking'],
  ],
  missing: [
    'do you sell used bikes',
    'where can i park my car',
    'is there a toilet',
    'can i pay with paypal',
    'do you rent kayaks',
    'whats the wifi password',
    'do you ship to canada',
    'can my dog come along',
    'do you have a student discount',
    'who is the manager',
    'is there a cafe nearby',
    'do u need a mechanic, im looking for work',
  ],
};
