package policy

import (
	"slices"

	"uriel.dev/scheme"
)

// judgePort keeps requests away from services of other protocols, which might
// take them for commands.
func (p Policy) judgePort(info *scheme.Info, port uint16) *Refusal {
	web := info.Name == "http" || info.Name == "https"
	allowed := slices.Contains(p.ports, port)
	switch {
	case port == info.Port || web && (port == 80 || port == 443):
		return nil
	case slices.Contains(badPorts, port):
		return refuse(CodePort, "port %d belongs to another protocol, which might take a request for commands", port)
	case allowed:
		return nil
	case slices.Contains(storePorts, port):
		return refuse(CodePort, "port %d is that of a database or the like, which might take a request for commands: --allow-port %[1]d would allow it", port)
	case port >= 1024 && (p.cli || p.highPorts || web):
		return nil
	default:
		return refuse(CodePort, "port %d is not the %s port %d: --allow-port %[1]d would allow it", port, info.Name, info.Port)
	}
}

// badPorts are those that the Fetch standard, section 2.9, "port blocking",
// closes to browsers. Nothing opens them.
var badPorts = []uint16{0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
	109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
	540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566,
	6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080}

// storePorts are those from 1024 on at which services wait that hold data or run
// things, trust whoever reaches them, and read lines, or a web that is not for
// everybody.
var storePorts = []uint16{
	1433, 1521, 3050, 3306, 5432, 5984, 7474, 7687, 8086, 8529, 9042, 9160, 27017, 27018, 27019, 28015, // databases
	6379, 6380, 26379, 11211, // Redis and its sentinels, memcached
	9200, 9300, 8983, 7700, // search engines
	1883, 4222, 4369, 5671, 5672, 9092, 11300, 15672, 25672, 61613, 61616, // queues
	2181, 2379, 2380, 8500, 8300, // where a cluster keeps what it agrees on
	2375, 2376, 4243, 4194, 6443, 10250, 10255, // who runs containers
	3310, 9000, // clamd and FastCGI
	3260, 3389, 5900, 5985, 5986, 6001, // disks, screens and shells from afar
}
