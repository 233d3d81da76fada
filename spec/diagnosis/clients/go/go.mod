module clients

go 1.21
